// `npm run pack`: creates the packages to publish, as tarballs in packages/ or the given folder. The service and its
// built console go out as `latchkey`; development-only parts (tests, maps, conditions that lead to sources) stay here.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const target = resolve(process.argv[2] ?? 'packages');
const root = new URL('..', import.meta.url).pathname;

/** Folders, and what goes into the package besides compiled files. Types only if someone imports them. */
const packages = [
  { folder: 'contract', types: true },
  { folder: 'embedded-postgres', types: true },
  { folder: 'sdk', types: true },
  {
    folder: 'server',
    name: 'latchkey',
    with: {
      bin: 'server/bin',
      migrations: 'server/migrations',
      console: 'console/dist',
      'dist/reference': 'server/dist/reference',
    },
  },
];

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

function publishedExports(exports) {
  const entries = Object.entries(exports ?? {}).map(([path, { '@latchkey/source': _, ...rest }]) => [
    path,
    rest,
  ]);
  const kept = entries.filter(([, conditions]) => Object.keys(conditions).length > 0);
  return kept.length > 0 ? { exports: Object.fromEntries(kept) } : {};
}

function manifestOf({ folder, name, with: more = {} }) {
  const { devDependencies: _, exports, ...manifest } = readJson(join(root, folder, 'package.json'));
  return {
    ...manifest,
    ...(name && { name }),
    ...publishedExports(exports),
    files: ['dist', ...Object.keys(more)],
  };
}

/** Copies only compiled files that still have a source: an old build leaves more behind. */
function copyCompiled({ folder, types }, place) {
  const dist = join(root, folder, 'dist');
  for (const file of readdirSync(dist, { recursive: true })) {
    const [, stem, ending] = /^(.*?)(\.d\.ts|\.js)$/.exec(file) ?? [];
    if (!stem || (ending === '.d.ts' && !types)) continue;
    const sources = ['.ts', '.tsx'].map((source) => join(root, folder, 'src', stem + source));
    if (!stem.startsWith('bundle/') && !sources.some((source) => existsSync(source))) continue;
    const to = join(place, 'dist', file);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(
      to,
      readFileSync(join(dist, file), 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'),
    );
  }
}

function stage(each, place) {
  mkdirSync(place, { recursive: true });
  copyCompiled(each, place);
  for (const [to, from] of Object.entries(each.with ?? {}))
    cpSync(join(root, from), join(place, to), { recursive: true });
  cpSync(join(root, 'LICENSE'), join(place, 'LICENSE'));
  const readme = join(root, each.folder, 'README.md');
  if (existsSync(readme)) cpSync(readme, join(place, 'README.md'));
  writeFileSync(join(place, 'package.json'), `${JSON.stringify(manifestOf(each), null, 2)}\n`);
}

if (!existsSync(join(root, 'console/dist/index.html'))) {
  console.error('Nothing is built yet. Run: npm run build');
  process.exit(1);
}
mkdirSync(target, { recursive: true });
for (const file of readdirSync(target)) if (file.endsWith('.tgz')) rmSync(join(target, file));
const staging = mkdtempSync(join(tmpdir(), 'latchkey-pack-'));
for (const each of packages) {
  const place = join(staging, each.folder);
  stage(each, place);
  execFileSync('npm', ['pack', '--silent', '--pack-destination', target], { cwd: place, stdio: 'inherit' });
}
rmSync(staging, { recursive: true, force: true });
