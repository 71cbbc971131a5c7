// `npm run example -- express`: starts Latchkey and one of the examples beside it, until Ctrl+C.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;

/** How Latchkey is told about each example, and how each is told about Latchkey. */
const examples = {
  express: {
    latchkey: { ALLOWED_ORIGINS: 'http://localhost:4000' },
    app: { PORT: '4000' },
    command: ['node', ['server.mjs']],
    at: 'http://localhost:4000',
  },
  'vite-spa': {
    latchkey: {
      BASE_URL: 'http://auth.acme.localhost:3000',
      ALLOWED_ORIGINS: 'http://app.acme.localhost:5173',
      COOKIE_DOMAIN: 'acme.localhost',
    },
    app: { VITE_LATCHKEY_URL: 'http://auth.acme.localhost:3000' },
    command: ['npx', ['vite', '--port', '5173', '--strictPort']],
    at: 'http://app.acme.localhost:5173',
  },
  next: {
    latchkey: { ALLOWED_ORIGINS: 'http://localhost:4100' },
    app: { PORT: '4100' },
    command: ['npm', ['run', 'dev']],
    at: 'http://localhost:4100',
  },
};

const name = process.argv[2];
const example = examples[name];
if (!example) {
  console.error(`Which one? npm run example -- ${Object.keys(examples).join('|')}`);
  process.exit(1);
}
const folder = join(root, 'examples', name);
if (name === 'next' && !existsSync(join(folder, 'node_modules')))
  spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });

const start = (command, args, env, cwd) =>
  spawn(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
const running = [
  start('node', [join(root, 'server/bin/latchkey.js'), 'serve'], example.latchkey, folder),
  start(...example.command, { LATCHKEY_URL: 'http://localhost:3000', ...example.app }, folder),
];
console.log(`The example opens at ${example.at}`);

const stop = () => {
  for (const child of running) child.kill('SIGTERM');
};
for (const child of running) child.on('exit', stop);
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
