// `node examples/run.mjs express`: starts Latchkey and one of the examples beside it, until Ctrl+C.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;

/** How Latchkey learns about each example, and each example about Latchkey. `application`: how to register it. */
const examples = {
  express: {
    latchkey: { ALLOWED_ORIGINS: 'http://localhost:4000' },
    app: { PORT: '4000' },
    command: ['node', ['server.mjs']],
    at: 'http://localhost:4000',
  },
  'express-roles': {
    latchkey: { ALLOWED_ORIGINS: 'http://localhost:4500' },
    app: { PORT: '4500' },
    command: ['node', ['server.mjs']],
    at: 'http://localhost:4500',
  },
  'customer-keys': {
    app: { PORT: '4400' },
    command: ['node', ['server.mjs']],
    at: 'http://localhost:4400',
  },
  'mcp-server': {
    latchkey: { ENABLE_DYNAMIC_CLIENTS: 'true', ENABLE_CLIENT_METADATA: 'true' },
    app: { PORT: '4600' },
    command: ['node', ['server.mjs']],
    at: 'http://localhost:4600/mcp',
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
  'oidc-express': {
    application: { kind: 'web', at: 'http://localhost:4200', callback: '/callback', bye: '' },
    app: { PORT: '4200', COOKIE_SECRET: randomBytes(32).toString('hex') },
    command: ['node', ['server.mjs']],
    at: 'http://localhost:4200',
  },
  'oidc-spa': {
    application: { kind: 'spa', at: 'http://localhost:5174', callback: '/callback', bye: '/' },
    command: ['npx', ['vite', '--port', '5174', '--strictPort']],
    at: 'http://localhost:5174',
  },
  'oidc-next': {
    application: {
      kind: 'web',
      at: 'http://localhost:4300',
      callback: '/api/auth/callback/latchkey',
      bye: '/',
    },
    app: { PORT: '4300', AUTH_SECRET: randomBytes(32).toString('hex') },
    command: ['npm', ['run', 'dev']],
    at: 'http://localhost:4300',
  },
};

const name = process.argv[2];
const example = examples[name];
if (!example) {
  console.error(`Which one? node examples/run.mjs ${Object.keys(examples).join('|')}`);
  process.exit(1);
}
const folder = join(root, 'examples', name);
if (name.endsWith('next') && !existsSync(join(folder, 'node_modules')))
  spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });

const latchkey = join(root, 'server/bin/latchkey.js');

/** Registered once. The result is kept beside the database that knows it. */
function registered({ kind, at, callback, bye }) {
  const file = join(folder, '.latchkey/application.env');
  if (!existsSync(file)) {
    const uris = ['--redirect-uri', at + callback, '--post-logout-redirect-uri', at + bye];
    const args = ['application', 'create', '--name', name, '--kind', kind, ...uris, '--first-party'];
    const { stdout, status } = spawnSync('node', [latchkey, ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (status !== 0) process.exit(1);
    mkdirSync(join(folder, '.latchkey'), { recursive: true });
    writeFileSync(file, stdout, { mode: 0o600 });
  }
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  // Vite only shows a page variables that start with this.
  const named = kind === 'spa' ? lines.map((line) => `VITE_${line}`) : lines;
  return Object.fromEntries(named.map((line) => line.split('=', 2)));
}
const told = example.application ? registered(example.application) : {};

/** In a process group of its own: npx and npm don't pass a signal on to everything they start. */
const start = (command, args, env, cwd) =>
  spawn(command, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    detached: process.platform !== 'win32',
  });
const running = [
  start('node', [latchkey, 'serve'], example.latchkey, folder),
  start(...example.command, { LATCHKEY_URL: 'http://localhost:3000', ...told, ...example.app }, folder),
];
let stopping = false;

function stop() {
  stopping = true;
  for (const child of running) {
    try {
      if (process.platform === 'win32') child.kill();
      else process.kill(-child.pid, 'SIGTERM');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
}
for (const child of running) child.on('exit', stop);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

const answers = (url) =>
  fetch(url).then(
    () => true,
    () => false,
  );
for (const url of ['http://localhost:3000/api/health/ready', example.at.replace(/\/\/[^:]*/, '//localhost')])
  while (!stopping && !(await answers(url))) await new Promise((passed) => setTimeout(passed, 200));
if (!stopping) console.log(`The example is open at ${example.at}`);
