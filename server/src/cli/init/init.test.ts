import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '@latchkey/server/testing/command';
import { eventually } from '@latchkey/server/testing/eventually';
import { atEnd, started } from '@latchkey/server/testing/lifetime';
import { freePort } from '@latchkey/server/testing/net';
import { newUser, startService } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { describe, expect, test } from 'vitest';

type Files = Record<string, string>;

async function application(manifest: object, files: Files = {}): Promise<string> {
  const folder = await temporaryFolder('init');
  const all = { 'package.json': JSON.stringify(manifest, null, 2), ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

function contents(folder: string): Files {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(folder.length + 1), readFileSync(file, 'latin1')]),
  );
}

const init = (folder: string, ...more: string[]) => runCommand(['init', ...more], { cwd: folder, env: {} });
const module = (dependency: string, more: object = {}) => ({
  name: 'mine',
  type: 'module',
  scripts: { dev: 'node server.js' },
  dependencies: { [dependency]: '1' },
  ...more,
});

/** What is new in each, beside package.json, .env, .gitignore and the SDK. */
const frameworks: [name: string, manifest: object, files: Files, written: string[]][] = [
  [
    'Next.js',
    module('next'),
    { 'app/page.jsx': '' },
    ['app/api/me/route.js', 'app/sign-in/route.js', 'latchkey.js'],
  ],
  [
    'Nuxt',
    module('nuxt'),
    {},
    ['server/api/me.get.ts', 'server/routes/sign-in.get.ts', 'server/utils/latchkey.ts'],
  ],
  [
    'SvelteKit',
    module('@sveltejs/kit', { devDependencies: { vite: '1' } }),
    {},
    [
      'src/hooks.server.js',
      'src/lib/server/latchkey.js',
      'src/routes/me/+server.js',
      'src/routes/sign-in/+server.js',
    ],
  ],
  ['React Router', module('@react-router/dev'), {}, ['app/latchkey.server.js', 'app/routes/me.js']],
  [
    'Astro',
    module('astro'),
    {},
    ['src/latchkey.js', 'src/middleware.js', 'src/pages/me.json.js', 'src/pages/sign-in.js'],
  ],
  [
    'Nest',
    module('@nestjs/core'),
    { 'tsconfig.json': '{}' },
    ['src/latchkey.controller.ts', 'src/latchkey.guard.ts', 'src/latchkey.ts'],
  ],
  [
    'Hono',
    module('hono'),
    { 'server.js': "import { Hono } from 'hono';\n\nconst app = new Hono();\n" },
    ['latchkey.js', 'server.js'],
  ],
  [
    'Fastify',
    module('fastify'),
    { 'server.js': "import Fastify from 'fastify';\n\nconst app = Fastify({ logger: true });\n" },
    ['latchkey.js', 'server.js'],
  ],
  [
    'Express',
    module('express'),
    { 'server.js': "import express from 'express';\n\nconst app = express();\n" },
    ['latchkey.js', 'server.js'],
  ],
  ['Vite', module('vite'), { 'src/main.js': '' }, ['src/latchkey.js']],
];

describe.each(frameworks)('an application with %s', (name, manifest, files, written) => {
  test('gets SDK, guard, environment and script, once, and only what was shown', async () => {
    const folder = await application(manifest, files);
    const before = contents(folder);
    const shown = await init(folder, '--dry-run', '--json');
    expect(contents(folder)).toEqual(before);
    const plan = JSON.parse(shown.out);
    expect(plan).toMatchObject({ framework: name, applied: false });

    const done = await init(folder, '--yes', '--json');
    expect(done).toMatchObject({ code: 0, error: '' });
    const after = contents(folder);
    const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
    const common = ['.env', '.gitignore', 'latchkey-sdk-0.1.0.tgz', 'package.json'];
    expect(changed.sort()).toEqual([...common, ...written].sort());
    expect(plan.changes.map(({ path }: { path: string }) => path).sort()).toEqual(changed.sort());
    const now = JSON.parse(after['package.json'] ?? '');
    expect(now).toMatchObject({
      name: 'mine',
      dependencies: { '@latchkey/sdk': 'file:latchkey-sdk-0.1.0.tgz' },
      scripts: {
        dev: 'node server.js',
        'dev:latchkey': expect.stringMatching(/^npx latchkey dev --port \d+ -- npm run dev$/),
      },
    });
    for (const path of written.filter((each) => each.endsWith('.js')))
      execFileSync(process.execPath, ['--check', join(folder, path)]);

    const again = await init(folder, '--yes');
    expect(again).toMatchObject({ code: 0, out: 'Nothing to do: this application is prepared already.\n' });
    expect(contents(folder)).toEqual(after);
  });
});

test('where latchkey is installed, the script runs it without npx, so that both end together', async () => {
  const folder = await application(module('express', { devDependencies: { latchkey: '1' } }), {});
  expect(await init(folder, '--yes')).toMatchObject({ code: 0 });
  const { scripts } = JSON.parse(contents(folder)['package.json'] ?? '');
  expect(scripts['dev:latchkey']).toBe('latchkey dev --port 4000 -- npm run dev');
});

describe('the result', () => {
  const service = started(startService);
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const starts: [string, string][] = [
    ['express', "import express from 'express';\nconst app = express();\napp.listen(process.env.PORT);\n"],
    [
      'fastify',
      "import Fastify from 'fastify';\nconst app = Fastify();\nawait app.listen({ port: Number(process.env.PORT) });\n",
    ],
    [
      'hono',
      "import { Hono } from 'hono';\nimport { createServer } from 'node:http';\nconst app = new Hono();\ncreateServer(async (q, s) => {\n  const answer = await app.fetch(new Request('http://' + q.headers.host + q.url, { headers: q.headers }));\n  s.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());\n}).listen(process.env.PORT);\n",
    ],
  ];

  test.each(starts)('of %s lets in who is signed in, and sends others to sign in', async (name, source) => {
    const folder = await application(module(name), { 'server.js': source });
    expect(await init(folder, '--yes')).toMatchObject({ code: 0 });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    // The address is only there, as a developer would change it.
    writeFileSync(join(folder, '.env'), `LATCHKEY_URL=${service.url}\n`);
    const port = await freePort();
    const { PATH = '' } = process.env;
    const child = spawn(process.execPath, ['server.js'], {
      cwd: folder,
      env: { PATH, PORT: String(port) },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    atEnd(async () => {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    });
    const at = `http://localhost:${port}`;
    const signIn = await eventually(() => fetch(`${at}/sign-in`, { redirect: 'manual' }));
    const back = encodeURIComponent(`${at}/`);
    expect(signIn.headers.get('location')).toBe(`${service.url}/login?returnTo=${back}`);
    expect((await fetch(`${at}/me`)).status).toBe(401);
    const { client, email } = await newUser(service);
    const cookie = `latchkey_session=${client.cookies.get('latchkey_session')}`;
    expect(await (await fetch(`${at}/me`, { headers: { cookie } })).json()).toEqual({ email });
  });
});

test('with --install, it installs what it added, and says so if that fails', async () => {
  const manifest = { name: 'mine', type: 'module', scripts: { dev: 'node server.js' } };
  // Nothing but the SDK, which comes from a file: no registry is asked.
  const local = { ...manifest, devDependencies: { vite: 'file:./vite' } };
  const files = { 'vite/package.json': '{ "name": "vite", "version": "1.0.0" }' };
  const folder = await application(local, files);
  const { out, code } = await init(folder, '--yes', '--install');
  expect({ code, out: out.slice(out.indexOf('Done.')) }).toEqual({
    code: 0,
    out: 'Done. Next:\n\n  npm run dev:latchkey\n',
  });
  expect(readdirSync(join(folder, 'node_modules/@latchkey'))).toEqual(['sdk']);
  const broken = await application({ ...local, overrides: { vite: '1' } }, files);
  const failed = await init(broken, '--yes', '--install');
  expect(failed.error).toContain('The changes were made, but "npm install" failed.');
});

test('what cannot be told apart is left alone, and printed instead', async () => {
  const twice = "import express from 'express';\nconst a = express();\nconst b = express();\n";
  const required = "const express = require('express');\nconst app = express();\n";
  for (const source of [twice, required]) {
    const folder = await application(module('express'), { 'server.js': source });
    const { out } = await init(folder, '--yes');
    expect(out).toContain("import { protect } from '@latchkey/sdk/express';");
    expect(readFileSync(join(folder, 'server.js'), 'utf8')).toBe(source);
  }
});

test("Nest's modules import each other as its applications do: with endings in ES modules", async () => {
  for (const [type, ending] of [
    ['module', '.js'],
    ['commonjs', ''],
  ]) {
    const folder = await application(module('@nestjs/core', { type }), { 'tsconfig.json': '{}' });
    const { out } = await init(folder, '--yes');
    expect(out).toContain(`import { LatchkeyController } from './latchkey.controller${ending}';`);
    const controller = readFileSync(join(folder, 'src/latchkey.controller.ts'), 'utf8');
    const own = [...controller.matchAll(/from '(\.\/.+)'/g)].map(([, place]) => place);
    expect(own).toEqual([`./latchkey${ending}`, `./latchkey.guard${ending}`]);
    expect(readFileSync(join(folder, 'src/latchkey.guard.ts'), 'utf8')).toContain(`'./latchkey${ending}'`);
  }
});

test('files of the person are kept: a guard of their own, their environment, the form of package.json', async () => {
  const own = {
    'src/middleware.js': '// mine\n',
    '.env': 'LATCHKEY_URL=https://id.example.com',
    '.gitignore': 'dist',
  };
  const folder = await application(module('astro'), own);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(module('astro'), null, '\t'));
  await init(folder, '--yes');
  const after = contents(folder);
  expect(after).toMatchObject({ ...own, '.gitignore': 'dist\n.latchkey/\n' });
  expect(after['package.json']).toContain('\n\t"scripts": {\n\t\t"dev": "node server.js",');
});

test('it says what is wrong, and asks before it changes anything', async () => {
  const empty = await temporaryFolder('init');
  expect((await init(empty)).error).toContain('There is no package.json');
  writeFileSync(join(empty, 'package.json'), '{ nonsense');
  expect((await init(empty, '--yes')).error).toContain("can't be parsed. Nothing was changed.");
  const unknown = await application({ name: 'mine' });
  expect((await init(unknown, '--yes')).error).toContain('No framework was found');
  const known = await application(module('express'));
  const before = contents(known);
  expect(await init(known)).toMatchObject({ code: 1, error: expect.stringContaining('Add --yes') });
  expect(contents(known)).toEqual(before);
});
