import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@latchkey/server/testing/client';
import { command, runCommand, startCommand } from '@latchkey/server/testing/command';
import { eventually } from '@latchkey/server/testing/eventually';
import { atEnd } from '@latchkey/server/testing/lifetime';
import { freePort } from '@latchkey/server/testing/net';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { expect, test } from 'vitest';
import { besideApplication } from './dev.ts';

const application = `
  import { createServer } from 'node:http';
  const { LATCHKEY_URL, VITE_LATCHKEY_URL } = process.env;
  createServer((_request, response) => response.end([LATCHKEY_URL, VITE_LATCHKEY_URL].join())).listen(Number(process.env.PORT));`;

const gone = (url: string) => expect(fetch(url)).rejects.toThrow();

test('latchkey dev runs an application beside Latchkey, with people to sign in as, and leaves nothing running', async () => {
  const folder = await temporaryFolder('dev');
  await writeFile(join(folder, 'app.mjs'), application);
  const [port, latchkeyPort] = [await freePort(), await freePort()];
  const args = ['dev', '--port', `${port}`, '--latchkey-port', `${latchkeyPort}`, '--'];
  // As npm does: a shell that starts the application and doesn't pass signals on.
  const child = startCommand([...args, 'sh', '-c', 'node app.mjs; true'], { cwd: folder, env: {} });
  let said = '';
  child.stdout?.on('data', (chunk) => (said += chunk));
  child.stderr?.on('data', (chunk) => (said += chunk));
  await eventually(() => expect(said).toContain('An ADMIN'));
  const [at, latchkey] = [`http://localhost:${port}/`, `http://localhost:${latchkeyPort}`];
  expect(await (await fetch(at)).text()).toBe([latchkey, latchkey].join());

  const { user, admin } = JSON.parse(await readFile(join(folder, '.latchkey/dev.json'), 'utf8'));
  for (const word of [user.email, user.password, admin.email]) expect(said).toContain(word);
  const person = new Client(latchkey);
  expect((await person.post('/api/auth/login', user)).body.user).toMatchObject({ emailVerified: true });
  expect((await person.get('/api/auth/me')).body.organization).toMatchObject({ role: 'OWNER' });
  const operator = new Client(latchkey);
  const { pendingToken } = (await operator.post('/api/auth/login', admin)).body;
  const shown = await runCommand(['dev', 'code', '--json'], { cwd: folder, env: {} });
  const signedIn = await operator.post('/api/auth/2fa/validate', {
    pendingToken,
    code: JSON.parse(shown.out).code,
  });
  expect(signedIn.body.user).toMatchObject({ role: 'ADMIN' });
  expect((await operator.get('/api/users')).status).toBe(200);

  child.kill('SIGTERM');
  await eventually(() => expect(child.exitCode).toBe(0));
  await Promise.all([gone(at), gone(latchkey)]);
});

test('latchkey dev ends with the npm script that started it, although the shell in between passes no signal on', async () => {
  const folder = await temporaryFolder('dev');
  await writeFile(join(folder, 'app.mjs'), application);
  const [port, latchkeyPort] = [await freePort(), await freePort()];
  const dev = `"${process.execPath}" "${command}" dev --port ${port} --latchkey-port ${latchkeyPort} -- node app.mjs`;
  const manifest = { name: 'mine', private: true, scripts: { 'dev:latchkey': dev } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  const script = spawn('npm', ['run', 'dev:latchkey'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  atEnd(() => {
    if (script.pid) endGroup(script.pid);
  });
  let said = '';
  script.stdout.on('data', (chunk) => (said += chunk));
  await eventually(() => expect(said).toContain('An ADMIN'));
  script.kill('SIGTERM');
  await eventually(() =>
    Promise.all([gone(`http://localhost:${port}/`), gone(`http://localhost:${latchkeyPort}`)]),
  );
});

/** It may be empty by now. */
function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error;
  }
}

test('latchkey dev ends as its command does, and is refused in production', async () => {
  const folder = await temporaryFolder('dev');
  const ports = ['--port', `${await freePort()}`, '--latchkey-port', `${await freePort()}`];
  const failing = await runOnce(['dev', ...ports, '--', 'sh', '-c', 'exit 7'], folder);
  expect(failing.code).toBe(7);
  const missing = await runOnce(['dev', ...ports, '--', 'no-such-program'], folder);
  expect(missing).toMatchObject({
    code: 1,
    error: expect.stringContaining("no-such-program can't be started"),
  });
  const elsewhere = await temporaryFolder('dev');
  const none = await runCommand(['dev', 'code'], { cwd: elsewhere, env: {} });
  expect(none).toMatchObject({ code: 1, error: expect.stringContaining('There is no test ADMIN here yet') });
  const refused = await runOnce(['dev', ...ports], elsewhere, {
    NODE_ENV: 'production',
    SMTP_URL: 'smtp://localhost',
    DATABASE_URL: 'embedded:.latchkey',
    SESSION_SECRET: 'a-session-secret-for-production-only',
    JWT_SECRET: 'an-access-secret-for-production-only',
    JWT_REFRESH_SECRET: 'a-refresh-secret-for-production-only',
  });
  expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('is for development') });
});

async function runOnce(args: string[], cwd: string, env: Record<string, string> = {}) {
  const child = startCommand(args, { cwd, env });
  let error = '';
  child.stderr?.on('data', (chunk) => (error += chunk));
  await eventually(() => expect(child.exitCode).not.toBeNull());
  return { code: child.exitCode, error };
}

test('the port and origins of the application are not those of Latchkey', () => {
  const given = { PORT: '4000', BASE_URL: '/', ALLOWED_ORIGINS: 'https://a.example' };
  expect(besideApplication(given, { port: 4000, latchkeyPort: 3000 })).toMatchObject({
    PORT: '3000',
    BASE_URL: 'http://localhost:3000',
    ALLOWED_ORIGINS: 'https://a.example,http://localhost:4000,http://127.0.0.1:4000',
  });
});
