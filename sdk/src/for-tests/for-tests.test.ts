import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { command } from '@latchkey/server/testing/command';
import { atEnd, started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { totp } from '@latchkey/server/testing/two-factor';
import { expect, test, vi } from 'vitest';
import { sessionFor, signIn, startLatchkey } from './index.ts';

const service = started(startService);

test('sessionFor signs in, and its fetch may change things', async () => {
  const { email } = await newUser(service);
  const session = await sessionFor({ email, password }, { url: service.url });
  const me = await (await session.fetch('/api/auth/me')).json();
  expect(me).toMatchObject({ user: { email } });
  const changed = await session.fetch('/api/users/profile', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"firstName": "Ada"}',
  });
  expect(changed.status).toBe(200);
  const wrong = sessionFor({ email, password: 'Wrong-Horse-1' }, { url: service.url });
  await expect(wrong).rejects.toThrow(`${email} can't sign in`);
});

test('signIn gives a page the cookies, as the service sets them', async () => {
  const { email } = await newUser(service);
  const given: { name: string; path: string; httpOnly: boolean; sameSite: string; domain: string }[] = [];
  const page = {
    context: () => ({ addCookies: async (cookies: typeof given) => void given.push(...cookies) }),
  };
  await signIn(page, { email, password }, { url: service.url });
  const of = (name: string) => given.find((cookie) => cookie.name === name);
  expect(of('latchkey_session')).toMatchObject({
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    domain: new URL(service.url).hostname,
  });
  expect(of('csrf_token')).toMatchObject({ httpOnly: false, sameSite: 'Strict' });
});

test('it is refused where Latchkey or the tests run in production', async () => {
  const { email } = await newStaff(service, 'ADMIN');
  const production = await startService({
    env: { NODE_ENV: 'production', SMTP_URL: 'smtp://localhost', DATABASE_URL: 'postgres://localhost/x' },
  });
  const there = sessionFor({ email, password }, { url: production.url });
  await expect(there).rejects.toThrow('runs in production');
  vi.stubEnv('NODE_ENV', 'production');
  atEnd(() => vi.unstubAllEnvs());
  await expect(sessionFor({ email, password }, { url: service.url })).rejects.toThrow(
    'NODE_ENV is production',
  );
});

test('startLatchkey starts an empty one, in which people with two-factor sign in too, and leaves nothing', async () => {
  const folder = await temporaryFolder('for-tests');
  const latchkey = await startLatchkey({ command, env: { DATABASE_URL: `embedded:${folder}` } });
  atEnd(() => latchkey.stop());
  // It waits for no disk: nothing of it has to last.
  expect(await readFile(join(folder, 'postgres/data/postmaster.opts'), 'utf8')).toContain('fsync=off');
  const user = await latchkey.newUser();
  const session = await sessionFor(user, latchkey);
  const asked = await session.fetch('/api/auth/2fa/setup', { method: 'POST' });
  const { secret: twoFactorSecret } = (await asked.json()) as { secret: string };
  const enabled = await session.fetch('/api/auth/2fa/verify', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: totp(twoFactorSecret, new Date(), -1) }),
  });
  expect(enabled.status).toBe(200);
  // Each code counts once: the second sign-in needs the next one.
  for (const _time of ['first', 'second']) {
    const proven = await sessionFor({ ...user, twoFactorSecret }, latchkey);
    expect((await proven.fetch('/api/auth/me')).status).toBe(200);
  }
  await expect(sessionFor(user, latchkey)).rejects.toThrow('pass its twoFactorSecret');
  await latchkey.stop();
  await expect(fetch(latchkey.url)).rejects.toThrow();
});
