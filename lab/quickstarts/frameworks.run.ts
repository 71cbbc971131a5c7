import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCommand } from '@latchkey/server/testing/command';
import { started } from '@latchkey/server/testing/lifetime';
import { freePort } from '@latchkey/server/testing/net';
import { newUser } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReport } from '../report.ts';
import { answering, filesOf, run, startHere } from './running.ts';

/* What `latchkey init` leaves in an application of each framework, installed from the registry, started and asked. */

type Files = Record<string, string>;
const manifest = (more: object) => JSON.stringify({ name: 'mine', private: true, type: 'module', ...more });

/** Those without a page of their own: they have an example. */
const others: Record<string, Files> = {
  next: {
    'package.json': manifest({
      scripts: { dev: 'next dev' },
      dependencies: { next: '^16.0.0', react: '^19.0.0', 'react-dom': '^19.0.0' },
    }),
    'app/layout.jsx': 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;\n',
    'app/page.jsx': 'export default () => <p>Hello</p>;\n',
  },
  vite: {
    'package.json': manifest({ scripts: { dev: 'vite' }, devDependencies: { vite: '^7.0.0' } }),
    'index.html': '<!doctype html><script type="module" src="/src/main.js"></script>',
    'src/main.js': "import { api } from './latchkey';\nconsole.log(await api.me());\n",
  },
};

/** The address that says who is signed in, and what it answers to others. */
const frameworks: [name: string, path: string, refused: number][] = [
  ['nuxt', '/api/me', 401],
  ['sveltekit', '/me', 401],
  ['react-router', '/me', 302],
  ['astro', '/me.json', 401],
  ['nest', '/me', 401],
  ['next', '/api/me', 401],
];

const report = createReport('frameworks', ['framework', 'version', 'installed (s)', 'answers (s)']);
afterAll(() => report.write());

const service = started(startHere);
const versions: Record<string, string> = {
  'react-router': 'react-router',
  sveltekit: '@sveltejs/kit',
  nest: '@nestjs/core',
};

/** Several need a newer Node.js than Latchkey does. */
let newer: Record<string, string>;
beforeAll(async () => {
  const folder = await temporaryFolder('node');
  npm(['install', '--no-audit', '--no-fund', 'node@24'], folder, {});
  newer = { PATH: `${join(folder, 'node_modules/node/bin')}:${process.env.PATH}` };
}, 10 * 60_000);

function npm(args: string[], cwd: string, env: Record<string, string>): void {
  execFileSync('npm', args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function prepared(name: string): Promise<{ folder: string; seconds: number }> {
  const own = others[name];
  const folder = own ? await temporaryFolder('quickstart') : await filesOf(name);
  for (const [path, text] of Object.entries(own ?? {})) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  expect(await runCommand(['init', '--yes'], { cwd: folder, env: {} })).toMatchObject({ code: 0, error: '' });
  const start = Date.now();
  npm(['install', '--no-audit', '--no-fund'], folder, newer);
  return { folder, seconds: (Date.now() - start) / 1000 };
}

async function startedApp(name: string) {
  const { folder, seconds } = await prepared(name);
  const port = await freePort();
  const line = name === 'nest' ? 'npm run dev' : `npm run dev -- --port ${port}`;
  const variable = name === 'vite' ? 'VITE_LATCHKEY_URL' : 'LATCHKEY_URL';
  const start = Date.now();
  const env = { ...newer, PORT: String(port), [variable]: service.address, NODE_ENV: 'development' };
  const app = run(line, folder, { ...env, ASTRO_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1' });
  const at = `http://localhost:${port}`;
  await answering(at, app);
  const tell = () => {
    const path = join(folder, 'node_modules', versions[name] ?? name, 'package.json');
    const read = ['-p', 'JSON.parse(require("node:fs").readFileSync(process.argv[1])).version', path];
    const version = execFileSync(process.execPath, read, { encoding: 'utf8' }).trim();
    report.add([name, version, seconds.toFixed(1), ((Date.now() - start) / 1000).toFixed(1)]);
  };
  return { at, app, tell };
}

test.each(frameworks)('%s lets in who is signed in, and no one else', async (name, path, refused) => {
  const { at, app, tell } = await startedApp(name);
  const ask = (cookie = '') => fetch(at + path, { redirect: 'manual', headers: { cookie } });
  await expect.poll(async () => (await ask()).status, { message: app.said() }).toBe(refused);
  const { client, email } = await newUser(service);
  const answer = await ask(`latchkey_session=${client.cookies.get('latchkey_session')}`);
  expect(answer.status, app.said()).toBe(200);
  expect(await answer.json()).toEqual({ email });
  tell();
  if (refused === 302) return;
  const away = await fetch(`${at}/sign-in`, { redirect: 'manual' });
  expect(away.headers.get('location')).toMatch(`${service.address}/login?returnTo=`);
});

test('vite serves a page that finds Latchkey and its SDK', async () => {
  const { at, tell } = await startedApp('vite');
  const module = await (await fetch(`${at}/src/latchkey.js`)).text();
  expect(module).toContain(service.address);
  const [, sdk = ''] = /from "([^"]*latchkey_sdk[^"]*)"/.exec(module) ?? [];
  expect((await fetch(at + sdk)).status).toBe(200);
  tell();
});
