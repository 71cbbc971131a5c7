// The steps of `npm run build` after the compiler. A step is skipped if neither what it reads nor what it wrote has changed
// since its last run: `npm install` builds, and `npm test` builds again.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamps = join(root, 'node_modules/.cache/latchkey-build');

const steps = [
  { name: 'locales', run: ['node', 'scripts/locales.mjs'], reads: ['contract/dist', 'scripts/locales.mjs'] },
  {
    name: 'bundle',
    run: ['node', 'scripts/bundle.mjs'],
    reads: [
      ...['server/dist', 'contract/dist', 'package-lock.json'],
      ...['bundle', 'externals'].map((each) => `scripts/${each}.mjs`),
    ],
    writes: 'server/dist/bundle',
    // The command uses the bundle only if nothing was compiled after it.
    done: 'server/dist/bundle/main.js',
  },
  {
    name: 'reference',
    run: ['node', 'scripts/reference.mjs'],
    reads: ['scripts/reference.mjs', 'package-lock.json'],
    writes: 'server/dist/reference',
  },
  {
    name: 'sdk',
    run: ['node', 'scripts/sdk-package.mjs'],
    reads: [
      ...['sdk/src', 'sdk/dist', 'sdk/package.json', 'sdk/README.md', 'LICENSE', 'package.json'],
      ...['package-files', 'sdk-package', 'tarball'].map((each) => `scripts/${each}.mjs`),
    ],
    writes: 'server/dist/sdk.tgz',
  },
  {
    name: 'documents',
    run: ['node', 'scripts/documents.mjs'],
    reads: [
      ...['docs', 'server/documents', 'scripts/documents.mjs', 'package-lock.json', 'README.md'],
      ...['sdk/README.md', 'deploy/README.md', 'examples/README.md', 'SECURITY.md', 'CHANGELOG.md'],
    ],
    writes: 'server/dist/documents',
  },
  {
    name: 'console',
    run: ['npm', 'run', '--silent', 'build', '-w', 'console'],
    reads: [
      ...['src', 'public', 'index.html', 'vite.config.ts', 'check-size.js'].map((each) => `console/${each}`),
      ...['contract/src', 'contract/dist/locales', 'sdk/src', 'tsconfig.base.json', 'package-lock.json'],
    ],
    writes: 'console/dist',
  },
];
const written = steps.flatMap(({ writes }) => writes ?? []);

/** The files at a path, without what a step writes below it. */
function filesAt(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found ? [path] : [];
  return readdirSync(join(root, path))
    .sort()
    .map((name) => `${path}/${name}`)
    .filter((each) => !written.includes(each))
    .flatMap(filesAt);
}

/** What a step reads, by content, and what it wrote, by size. */
function stateOf({ reads, writes }) {
  const hash = createHash('sha256');
  for (const file of reads.flatMap(filesAt)) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  for (const file of writes ? filesAt(writes) : [])
    hash.update(`${file} ${statSync(join(root, file)).size}\0`);
  return hash.digest('hex');
}

for (const step of steps) {
  const stamp = join(stamps, step.name);
  const kept = statSync(stamp, { throwIfNoEntry: false }) && readFileSync(stamp, 'utf8');
  if (kept !== stateOf(step)) {
    const [command, ...args] = step.run;
    const { status } = spawnSync(command, args, {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    if (status !== 0) process.exit(status ?? 1);
    mkdirSync(stamps, { recursive: true });
    writeFileSync(stamp, stateOf(step));
  } else if (step.done) utimesSync(join(root, step.done), new Date(), new Date());
}
