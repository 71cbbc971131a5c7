import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '@latchkey/server/testing/net';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { afterAll, expect, test } from 'vitest';
import { createReport } from '../report.ts';
import { answering, run } from './running.ts';

/* A folder with an application of one's own, an empty HOME, and three commands. */

const report = createReport('from-nothing', ['what', 'seconds']);
afterAll(() => report.write());
const seconds = (since: number) => ((Date.now() - since) / 1000).toFixed(1);

async function emptyFolder() {
  const folder = await temporaryFolder('nothing');
  const [tarballs, home, project] = ['tarballs', 'home', 'project'].map((name) => join(folder, name));
  for (const each of [home, project]) mkdirSync(each ?? '');
  execFileSync('node', ['scripts/pack.mjs', tarballs ?? ''], { stdio: 'ignore' });
  const packed = readdirSync(tarballs ?? '').filter((name) => !/contract|sdk/.test(name));
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const env = { HOME: home ?? '', npm_config_registry: registry, npm_config_update_notifier: 'false' };
  return { project: project ?? '', packed: packed.map((name) => join(tarballs ?? '', name)), env };
}

const source = `import express from 'express';

const app = express();
app.get('/', (request, response) => response.send('Hello'));
app.listen(process.env.PORT);
`;

test('from nothing to a protected route takes three commands', async () => {
  const { project, packed, env } = await emptyFolder();
  const manifest = { name: 'mine', type: 'module', scripts: { dev: 'node server.js' } };
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ ...manifest, dependencies: { express: '^5' } }),
  );
  writeFileSync(join(project, 'server.js'), source);
  const [port, latchkeyPort] = [await freePort(), await freePort()];
  const all = { ...env, npm_config_audit: 'false', npm_config_fund: 'false' };
  const begin = Date.now();
  const command = (line: string) => {
    const start = Date.now();
    execFileSync('bash', ['-c', line], { cwd: project, env: { ...process.env, ...all }, stdio: 'ignore' });
    report.add([line.replace(/ \/\S+/g, ' …'), seconds(start)]);
  };
  command(`npm install --save-dev ${packed.join(' ')}`);
  command('npx latchkey init --yes --install');
  const start = Date.now();
  // As \`npm run dev:latchkey\` does, on ports that are free here.
  const line = `npx latchkey dev --port ${port} --latchkey-port ${latchkeyPort} -- npm run dev`;
  const running = run(line, project, all);
  await answering(`http://localhost:${port}/`, running);
  await expect.poll(running.said).toContain('A person');
  report.add(['npm run dev:latchkey', seconds(start)]);
  expect((await fetch(`http://localhost:${port}/me`)).status).toBe(401);

  expect(await whoIsIn(running.said(), port, latchkeyPort)).toEqual([200, expect.stringContaining('@')]);
  report.add(['all of it, until a signed-in person is let in', seconds(begin)]);
  await timeStarts(project);
});

/** Signs in as the person whom the command printed. */
async function whoIsIn(said: string, port: number, latchkeyPort: number) {
  const [, email = '', password = ''] = /A person +(\S+) +(\S+)/.exec(said) ?? [];
  const login = await fetch(`http://localhost:${latchkeyPort}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const cookie = login.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const me = await fetch(`http://localhost:${port}/me`, { headers: { cookie } });
  return [me.status, ((await me.json()) as { email: string }).email];
}

/** For a team's own tests. */
async function timeStarts(project: string): Promise<void> {
  const { startLatchkey } = await import(
    pathToFileURL(join(project, 'node_modules/@latchkey/sdk/dist/for-tests/index.js')).href
  );
  const bin = join(project, 'node_modules/latchkey/bin/latchkey.js');
  for (const nth of ['first', 'second', 'third']) {
    const starting = Date.now();
    const latchkey = await startLatchkey({ command: bin });
    report.add([`startLatchkey(), the ${nth} time`, seconds(starting)]);
    await latchkey.stop();
  }
}
