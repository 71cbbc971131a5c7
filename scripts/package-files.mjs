// What goes into each package that we publish: compiled files, what they need, and a manifest without what only
// development uses (tests, maps, conditions that lead to sources).
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { externals } from './externals.mjs';
import { tarball } from './tarball.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Folders, and what goes in besides compiled files. Types only if someone imports them. Of a bundle, nothing else that was
 * compiled goes in, and only what the bundle doesn't hold is installed beside it, in the versions that were tested.
 */
export const packages = [
  { folder: 'contract', types: true },
  { folder: 'embedded-postgres', types: true },
  { folder: 'sdk', types: true },
  {
    folder: 'server',
    name: 'latchkey',
    bundle: true,
    with: {
      bin: 'server/bin',
      migrations: 'server/migrations',
      console: 'console/dist',
      'dist/reference': 'server/dist/reference',
      'dist/documents': 'server/dist/documents',
      'dist/sdk.tgz': 'server/dist/sdk.tgz',
    },
  },
];

const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const { repository, homepage, bugs } = readJson('package.json');

function publishedExports(exports) {
  const entries = Object.entries(exports ?? {}).map(([path, { '@latchkey/source': _, ...rest }]) => [
    path,
    rest,
  ]);
  const kept = entries.filter(([, conditions]) => Object.keys(conditions).length > 0);
  return kept.length > 0 ? { exports: Object.fromEntries(kept) } : {};
}

function manifestOf({ folder, name, bundle, with: more = {} }) {
  const { devDependencies: _, exports, ...manifest } = readJson(`${folder}/package.json`);
  return {
    ...manifest,
    ...(name && { name }),
    ...(bundle && { dependencies: lockedExternals(manifest.version) }),
    ...(repository && { repository: { ...repository, directory: folder }, homepage, bugs }),
    ...publishedExports(exports),
    files: ['dist', ...Object.keys(more).filter((each) => !each.startsWith('dist/'))],
  };
}

function lockedExternals(version) {
  const { packages: locked } = readJson('package-lock.json');
  const of = (name) => (name.startsWith('@latchkey/') ? version : locked[`node_modules/${name}`].version);
  return Object.fromEntries(externals.map((name) => [name, of(name)]));
}

/** Only compiled files that still have a source: an old build leaves more behind. */
function compiledFiles({ folder, types, bundle }) {
  const dist = join(root, folder, 'dist');
  return readdirSync(dist, { recursive: true }).flatMap((file) => {
    const [, stem, ending] = /^(.*?)(\.d\.ts|\.js)$/.exec(file) ?? [];
    if (!stem || (ending === '.d.ts' && !types)) return [];
    const sources = ['.ts', '.tsx'].map((source) => join(root, folder, 'src', stem + source));
    if (bundle ? !stem.startsWith('bundle/') : !sources.some((source) => existsSync(source))) return [];
    const text = readFileSync(join(dist, file), 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
    return [[`dist/${file}`, text]];
  });
}

function copies(to, from) {
  if (!statSync(join(root, from)).isDirectory()) return [[to, readFileSync(join(root, from))]];
  return readdirSync(join(root, from)).flatMap((name) => copies(`${to}/${name}`, `${from}/${name}`));
}

/** What npm would ask a registry about, even where it installs nothing of it: a minute each where there is none. */
function withoutPeers({ peerDependencies: _, peerDependenciesMeta: __, ...manifest }) {
  return manifest;
}

/** Content by path. */
function filesOf(each, manifest) {
  const readme = `${each.folder}/README.md`;
  return new Map([
    ...compiledFiles(each),
    ...Object.entries(each.with ?? {}).flatMap(([to, from]) => copies(to, from)),
    ...copies('LICENSE', 'LICENSE'),
    ...(existsSync(join(root, readme)) ? copies('README.md', readme) : []),
    ['package.json', `${JSON.stringify(manifest, null, 2)}\n`],
  ]);
}

/** The name of its file, as npm would call it, and what is in it. `offline`: to be installed without a registry. */
export function packed(folder, { offline = false } = {}) {
  const each = packages.find((one) => one.folder === folder);
  const manifest = offline ? withoutPeers(manifestOf(each)) : manifestOf(each);
  const { name, version } = manifest;
  return {
    file: `${name.replace('@', '').replace('/', '-')}-${version}.tgz`,
    bytes: tarball(filesOf(each, manifest)),
  };
}
