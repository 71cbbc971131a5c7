import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { started } from '@latchkey/server/testing/lifetime';
import { startService } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { expect, test } from 'vitest';
import { version } from '../platform/package.ts';

const service = started(startService);
const get = (path: string, init?: RequestInit) => fetch(service.url + path, init);

test('the service offers the package of its SDK, the versioned address for good', async () => {
  const [newest, versioned] = [await get('/sdk.tgz'), await get(`/sdk-${version}.tgz`)];
  expect([newest.status, versioned.status]).toEqual([200, 200]);
  const bytes = Buffer.from(await newest.arrayBuffer());
  expect(Buffer.from(await versioned.arrayBuffer())).toEqual(bytes);
  expect(newest.headers.get('content-type')).toBe('application/gzip');
  expect(newest.headers.get('cache-control')).toBe('no-cache');
  expect(versioned.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const names = gunzipSync(bytes).toString('latin1');
  for (const name of ['package/package.json', 'package/dist/index.js', 'package/dist/server/express.d.ts'])
    expect(names).toContain(name);
  const etag = newest.headers.get('etag') ?? '';
  expect((await get('/sdk.tgz', { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await get('/sdk.tgz', { method: 'HEAD' })).headers.get('content-length')).toBe(
    String(bytes.length),
  );
  const posted = await get('/sdk.tgz', { method: 'POST' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect((await get('/sdk-9.9.9.tgz')).status).toBe(404);
});

test('it installs from the service alone, into an empty folder with an empty HOME', async () => {
  const folder = await temporaryFolder('sdk');
  const home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(folder, 'package.json'), '{ "name": "mine", "type": "module" }');
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_update_notifier: 'false',
  };
  const run = promisify(execFile);
  await run('npm', ['install', '--no-audit', '--no-fund', `${service.url}/sdk.tgz`], { cwd: folder, env });
  expect(Object.keys(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies)).toEqual([
    '@latchkey/sdk',
  ]);
  const installed = JSON.parse(readFileSync(join(folder, 'node_modules/@latchkey/sdk/package.json'), 'utf8'));
  // npm asks a registry about each of them, and tries for a minute.
  const asked = Object.keys(installed).filter((name) => /dependencies/i.test(name));
  expect(asked).toEqual([]);
  const script = `
    import { createClient } from '@latchkey/sdk';
    import { createLatchkey } from '@latchkey/sdk/server';
    import { protect } from '@latchkey/sdk/express';
    const { caller, refused } = await createLatchkey({ url: '${service.url}' }).authenticate({ headers: {} });
    console.log(typeof createClient, typeof protect, caller, refused.status);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, env });
  expect(stdout).toBe('function function undefined 401\n');
});
