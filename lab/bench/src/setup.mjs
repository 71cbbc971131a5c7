import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const bench = fileURLToPath(new URL('..', import.meta.url));

const run = (command, args, cwd) =>
  spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  }).status === 0;

/** Builds the service as it is now: we measure the production build, and rebuilding takes only a moment. */
export function buildService() {
  console.log('Building the service.');
  return run('npx', ['tsc', '-b', 'server', 'sdk'], root) && run('node', ['scripts/bundle.mjs'], root);
}

/** The contenders aren't part of the normal install; they are installed on first use. */
export function installContenders() {
  const { dependencies } = JSON.parse(readFileSync(`${bench}package.json`, 'utf8'));
  const missing = Object.keys(dependencies).filter((name) => !existsSync(`${bench}node_modules/${name}`));
  if (missing.length === 0) return;
  console.log(
    `Installing what the benchmark alone needs, into lab/bench/node_modules: ${missing.join(', ')}.`,
  );
  if (!run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], bench))
    console.log('That failed, so whatever needs it is left out.');
}
