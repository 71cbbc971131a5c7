import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
export const tools = fileURLToPath(new URL('..', import.meta.url));

/** Tools used only here aren't part of the normal install; they are installed on first use, as locked. */
export function installTools() {
  const { dependencies } = JSON.parse(readFileSync(`${tools}package.json`, 'utf8'));
  if (Object.keys(dependencies).every((name) => existsSync(`${tools}node_modules/${name}`))) return;
  console.log('Installing what these checks alone need, into lab/linters/node_modules.');
  const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  if (!run('npm', args, { cwd: tools })) process.exit(1);
}

/** Runs one of the installed programs to its end. They send no telemetry. */
export const runTool = (name, args, options = {}) =>
  run(`${tools}node_modules/.bin/${name}`, args, {
    cwd: root,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    ...options,
  });

export function run(command, args, options) {
  const stdio = ['ignore', 'inherit', 'inherit'];
  return spawnSync(command, args, { stdio, shell: process.platform === 'win32', ...options }).status === 0;
}
