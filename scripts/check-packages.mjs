// `npm run lab -- packages`: packs what we publish and tries it as someone with nothing else would: publint and
// arethetypeswrong, an install of the SDK alone, and `npx latchkey serve` in an empty folder with an empty home. It
// needs the registry, so it isn't part of `npm test`.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const publint = 'publint@0.3.25';
const attw = '@arethetypeswrong/cli@0.18.5';

const root = new URL('..', import.meta.url).pathname;
const place = mkdtempSync(join(tmpdir(), 'latchkey-packages-'));
const tarballs = join(place, 'tarballs');
const run = (cwd, command, args, env = process.env) =>
  execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** A folder with nothing but a manifest, and no settings but the registry's address. */
function emptyFolder(name) {
  const folder = join(place, name);
  const home = join(folder, 'home');
  const project = join(folder, 'project');
  mkdirSync(home, { recursive: true });
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }\n');
  const { PATH } = process.env;
  const registry = run(root, 'npm', ['config', 'get', 'registry']).trim();
  return {
    project,
    env: { PATH, HOME: home, npm_config_registry: registry, npm_config_update_notifier: 'false' },
  };
}

const install = ({ project, env }, files) =>
  run(
    project,
    'npm',
    ['install', '--no-audit', '--no-fund', ...files.map((file) => join(tarballs, file))],
    env,
  );

function checkSdkAlone(files) {
  const folder = emptyFolder('sdk');
  install(
    folder,
    files.filter((file) => file.startsWith('latchkey-sdk-')),
  );
  run(
    folder.project,
    'npm',
    ['install', '--no-audit', '--no-fund', 'typescript@5', '@types/node@20'],
    folder.env,
  );
  writeFileSync(
    join(folder.project, 'app.ts'),
    `import { createClient, type Output } from '@latchkey/sdk';
import { createLatchkey } from '@latchkey/sdk/server';
const api = createClient({ baseUrl: 'http://localhost:3000', session: 'token' });
export const email = async (): Promise<string> => (await api.me()).user.email;
export type Me = Output<'me'>;
// @ts-expect-error an answer has no such field
export const nothing = async () => (await api.me()).nothing;
export const latchkey = createLatchkey({ url: 'http://localhost:3000' });
`,
  );
  const tsc = ['tsc', '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', 'app.ts'];
  run(folder.project, 'npx', tsc, folder.env);
  const entries = ['', '/server', '/express', '/next'].map(
    (entry) => `await import('@latchkey/sdk${entry}');`,
  );
  run(folder.project, 'node', ['--input-type=module', '-e', entries.join('')], folder.env);
}

async function freePort() {
  const server = createServer();
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port;
}

async function checkService(files) {
  const folder = emptyFolder('service');
  install(
    folder,
    files.filter((file) => !file.startsWith('latchkey-sdk-')),
  );
  const port = await freePort();
  const serving = spawn('npx', ['latchkey', 'serve'], {
    cwd: folder.project,
    env: { ...folder.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let said = '';
  serving.stdout.on('data', (data) => {
    said += data;
  });
  const ended = new Promise((closed) => serving.on('close', closed));
  try {
    await answers(`http://localhost:${port}/api/health/ready`, serving, () => said);
    const page = await (await fetch(`http://localhost:${port}/login`)).text();
    if (!page.includes('<div id="root">')) throw new Error(`no console at /login: ${page.slice(0, 200)}`);
    const body = {
      email: 'ada@example.com',
      password: 'Correct-Horse-7',
      organizationName: 'Analytical Engines',
    };
    const registered = await fetch(`http://localhost:${port}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!said.includes('npx latchkey admin create')) throw new Error(`no command that works here: ${said}`);
    if (registered.status !== 201) throw new Error(`registration: ${await registered.text()}`);
  } finally {
    process.kill(-serving.pid, 'SIGTERM');
    await ended;
  }
}

async function answers(url, serving, said) {
  for (let second = 0; second < 90 && serving.exitCode === null; second++) {
    const ready = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await new Promise((passed) => setTimeout(passed, 1000));
  }
  throw new Error(`npx latchkey serve didn't answer. It said:\n${said()}`);
}

const step = (what) => console.log(`· ${what}`);
try {
  step('pack');
  run(root, 'node', ['scripts/pack.mjs', tarballs]);
  const files = readdirSync(tarballs);
  for (const file of files) {
    step(`publint ${file}`);
    run(place, 'npx', ['--yes', publint, 'run', '--strict', join(tarballs, file)]);
    // The service is a command, not a library to import.
    if (/^latchkey-\d/.test(file)) continue;
    step(`arethetypeswrong ${file}`);
    run(place, 'npx', ['--yes', attw, join(tarballs, file), '--profile', 'esm-only']);
  }
  step('the SDK alone, in an empty folder');
  checkSdkAlone(files);
  step('npx latchkey serve, in an empty folder');
  await checkService(files);
  console.log(`${files.length} packages can be published: npm run pack, then npm publish packages/<file>.`);
} catch (error) {
  console.error(error.stdout ?? error);
  process.exitCode = 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}
