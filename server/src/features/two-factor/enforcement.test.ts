import { Authenticator, addPasskey } from '@latchkey/server/testing/authenticator';
import type { Client } from '@latchkey/server/testing/client';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import {
  newStaff,
  newUser,
  password,
  startService,
  type TestService,
} from '@latchkey/server/testing/service';
import { enroll, newEnrolled, nextCode } from '@latchkey/server/testing/two-factor';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';

const service = started(startService);
const strict = started(() => startService({ env: { ENABLE_TWO_FACTOR_AUTH: 'true' } }));

const adminRoute = () => `/api/admin/users/${uuidv7()}/reset-2fa`;
const own = ['setup', 'verify', 'disable', 'backup-codes'].map((name) => `/api/auth/2fa/${name}`);

/** The same browser, at another node. */
function onNode(node: TestService, { cookies }: Client): Client {
  const client = node.client();
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return client;
}

test('an ADMIN without two-factor is sent to set it up and blocked from admin routes until then', async () => {
  const admin = await newStaff(service, 'ADMIN', { twoFactor: false });
  const client = service.client();
  const login = await client.post('/api/auth/login', { email: admin.email, password });
  expect(login.body).toMatchObject({ requiresTwoFactorSetup: true, redirectTo: '/profile/security' });
  expect((await client.get('/api/auth/me')).body.requiresTwoFactorSetup).toBe(true);
  const blocked = await client.post(adminRoute());
  expect(blocked.status).toBe(403);
  expect(blocked.body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
  await client.post('/api/auth/2fa/setup');
  expect((await client.post(adminRoute())).body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
  await enroll(service, client);
  expect((await client.post(adminRoute())).status).toBe(404);
  expect((await client.get('/api/auth/me')).body.requiresTwoFactorSetup).toBe(false);
});

test('without ENABLE_TWO_FACTOR_AUTH a user can work without two-factor', async () => {
  const { client, email } = await newUser(service);
  const login = await client.post('/api/auth/login', { email, password });
  expect(login.body.requiresTwoFactorSetup).toBeUndefined();
  expect((await client.get('/api/auth/me')).body.requiresTwoFactorSetup).toBe(false);
  expect((await client.get('/api/keys')).status).toBe(200);
});

test('with ENABLE_TWO_FACTOR_AUTH everyone must set it up first, but /api/auth and the profile stay open', async () => {
  const { client, email } = await newUser(strict);
  const login = await client.post('/api/auth/login', { email, password });
  expect(login.body).toMatchObject({ requiresTwoFactorSetup: true, redirectTo: '/profile/security' });
  const me = await client.get('/api/auth/me');
  expect(me.status).toBe(200);
  expect(me.body.requiresTwoFactorSetup).toBe(true);
  expect((await client.get('/api/users/profile')).status).toBe(200);
  expect((await client.get('/api/auth/sessions')).status).toBe(200);
  const blocked = await client.get('/api/keys');
  expect(blocked.status).toBe(403);
  expect(blocked.body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
  const { secret } = await enroll(strict, client);
  expect((await client.get('/api/keys')).status).toBe(200);
  await client.post('/api/auth/2fa/disable', { code: nextCode(strict, secret) });
  expect((await client.get('/api/keys')).body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
});

test('with ENABLE_TWO_FACTOR_AUTH a session that proved one factor counts as having none until it proves another', async () => {
  const { client, email } = await newUser(service);
  const authenticator = new Authenticator(service);
  await addPasskey(client, authenticator);
  const browser = service.client();
  const login = await browser.post('/api/auth/login', { email, password });
  expect(login.body.tokens).toBeDefined();
  const { key } = await newKey(client);
  const { database, clock } = service;
  const later = await startService({ database, clock, env: { ENABLE_TWO_FACTOR_AUTH: 'true' } });
  const there = onNode(later, browser);
  expect((await there.get('/api/keys')).body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
  expect((await there.get('/api/auth/me')).body).toMatchObject({
    requiresTwoFactorSetup: true,
    blockedBy: 'TWO_FACTOR_SETUP_REQUIRED',
  });
  // A key proves nothing: it is judged by what its owner has. The other session registered the passkey.
  expect((await keyClient(later, key).get('/api/keys')).status).toBe(200);
  expect((await onNode(later, client).get('/api/keys')).status).toBe(200);
  const { options, challengeToken } = (await there.post('/api/auth/reauthenticate/options')).body;
  const passkey = authenticator.get(options);
  expect((await there.post('/api/auth/reauthenticate', { passkey, challengeToken })).status).toBe(200);
  expect((await there.get('/api/keys')).status).toBe(200);
});

test("an API key cannot change its owner's two-factor", async () => {
  const { client } = await newUser(service);
  const created = await client.post('/api/keys', { name: 'ci', permission: 'READ_WRITE' });
  const byKey = service.client();
  byKey.bearer = created.body.key;
  expect((await byKey.get('/api/auth/me')).status).toBe(200);
  for (const path of own) {
    const refused = await byKey.post(path, { code: '123456' });
    expect(refused.status).toBe(403);
    expect(refused.body.error.code).toBe('API_KEY_NOT_ALLOWED');
  }
});

test('while impersonating, every change to two-factor is blocked', async () => {
  const admin = await newStaff(service, 'ADMIN');
  const target = await newEnrolled(service);
  const started = await admin.client.post('/api/admin/impersonate', { userId: target.id });
  expect(started.status).toBe(200);
  for (const path of own) {
    const refused = await admin.client.post(path, { code: nextCode(service, target.secret) });
    expect(refused.status).toBe(403);
    expect(refused.body.error).toMatchObject({ type: 'FORBIDDEN', code: 'IMPERSONATION_BLOCKED' });
  }
  const [row] = await service.sql`SELECT two_factor_enabled FROM users WHERE id = ${target.id}`;
  expect(row?.twoFactorEnabled).toBe(true);
});

test('setup and validate have their own rate limits', async () => {
  const limited = await startService({
    env: { RATE_LIMIT_2FA_SETUP: '2/1h', RATE_LIMIT_2FA_VALIDATE: '3/15m' },
  });
  const { client } = await newUser(limited);
  const setups = [];
  for (let at = 0; at < 3; at++) setups.push((await client.post('/api/auth/2fa/setup')).status);
  expect(setups).toEqual([200, 200, 429]);
  const guesser = limited.client();
  const guesses = [];
  const guess = { pendingToken: 'x', code: '123456' };
  for (let at = 0; at < 4; at++) guesses.push((await guesser.post('/api/auth/2fa/validate', guess)).status);
  expect(guesses).toEqual([401, 401, 401, 429]);
});
