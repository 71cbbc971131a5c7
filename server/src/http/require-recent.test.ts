import { endpoint } from '@latchkey/contract';
import type { Client } from '@latchkey/server/testing/client';
import { during } from '@latchkey/server/testing/during';
import { startImpersonating } from '@latchkey/server/testing/impersonation';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { clientFor, newUser, password, startService } from '@latchkey/server/testing/service';
import { takePassword } from '@latchkey/server/testing/standing';
import { enroll, newEnrolled, nextCode } from '@latchkey/server/testing/two-factor';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Db } from '../platform/db/sql.ts';
import { mount, ok } from './route.ts';

/** A declaration that asks for a recent proof and for nothing else. */
const openVault = endpoint({
  method: 'POST',
  path: '/api/vault',
  summary: 'Open the vault',
  access: { kind: 'session', about: 'own' },
  recent: true,
  changesAccess: [],
  body: z.object({ word: z.string() }),
  responses: { 200: z.object({ open: z.literal(true) }) },
});

const service = started(() =>
  startService({
    routes: (kernel) => mount(kernel, openVault, () => ok(200, { open: true as const })),
  }),
);

const open = (client: Client) => client.post('/api/vault', { word: 'sesame' });
const required = (methods: string[]) => ({
  status: 403,
  body: {
    error: { type: 'AUTHORIZATION_ERROR', code: 'REAUTHENTICATION_REQUIRED', details: { methods } },
  },
});

/** A user who comes back with nothing but the remember_me cookie. */
async function resumed(email: string): Promise<Client> {
  const client = service.client();
  await client.post('/api/auth/login', { email, password, rememberMe: true });
  client.cookies.delete('latchkey_session');
  expect((await client.get('/api/auth/me')).status).toBe(200);
  return client;
}

describe('a route that requires recent authentication', () => {
  test('is open for ten minutes after login and no longer', async () => {
    const { client } = await newUser(service);
    service.clock.advance({ minutes: 9, ms: 50_000 });
    expect((await open(client)).status).toBe(200);
    service.clock.advance({ ms: 10_000 });
    expect(await open(client)).toMatchObject(required(['password']));
  });

  test('refuses a stale session before validating the body', async () => {
    const { client } = await newUser(service);
    service.clock.advance({ minutes: 11 });
    expect(await client.post('/api/vault', { nothing: true })).toMatchObject(required(['password']));
  });

  test("applies a session's recent authentication to its access token", async () => {
    const { client, tokens } = await newUser(service);
    const bearer = service.client();
    bearer.bearer = tokens.accessToken;
    expect((await open(bearer)).status).toBe(200);
    service.clock.advance({ minutes: 11 });
    expect(await open(bearer)).toMatchObject(required(['password']));
    await client.post('/api/auth/reauthenticate', { password });
    expect((await open(bearer)).status).toBe(200);
  });

  test('is never open to an API key, even if its owner has just signed in', async () => {
    const { client } = await newUser(service);
    const { key } = await newKey(client, { permission: 'READ_WRITE' });
    expect(await open(keyClient(service, key))).toMatchObject(required(['password']));
  });

  test('is closed to a session resumed by remember-me until the user reauthenticates', async () => {
    const { email } = await newUser(service);
    const client = await resumed(email);
    expect(await open(client)).toMatchObject(required(['password']));
    expect((await client.post('/api/auth/reauthenticate', { password })).status).toBe(200);
    expect((await open(client)).status).toBe(200);
  });

  test("opens only for the session that reauthenticated, not for the user's other sessions", async () => {
    const { client, email } = await newUser(service);
    const other = service.client();
    await other.post('/api/auth/login', { email, password });
    service.clock.advance({ minutes: 11 });
    await client.post('/api/auth/reauthenticate', { password });
    expect((await open(client)).status).toBe(200);
    expect((await open(other)).status).toBe(403);
  });

  test('is open after a password change that named the current password', async () => {
    const { client } = await newUser(service);
    service.clock.advance({ minutes: 11 });
    const change = { currentPassword: password, password: 'Another-Horse-8' };
    expect((await client.post('/api/users/profile', change)).status).toBe(200);
    expect((await open(client)).status).toBe(200);
    service.clock.advance({ minutes: 11 });
    const again = await client.post('/api/auth/reauthenticate', { password: 'Another-Horse-8' });
    expect(again.status).toBe(200);
  });

  test('tells a session that ends meanwhile that it has ended, instead of asking it for a proof', async () => {
    const { client, id } = await newUser(service);
    const end = async (tx: Db) => {
      await tx`DELETE FROM sessions WHERE user_id = ${id}`;
      // The request reads this table when it looks for a proof, and waits here.
      await tx`LOCK TABLE backup_codes IN ACCESS EXCLUSIVE MODE`;
    };
    const answer = await during(service, end, () => client.post('/api/users/profile/deletion'));
    expect([answer.status, answer.body.error.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('is not opened by refreshing tokens', async () => {
    const { client } = await newUser(service);
    service.clock.advance({ minutes: 11 });
    expect((await client.post('/api/auth/refresh', {})).status).toBe(200);
    expect((await open(client)).status).toBe(403);
  });
});

describe('details.methods', () => {
  test('lists the methods the user can use', async () => {
    const { client } = await newEnrolled(service);
    service.clock.advance({ minutes: 11 });
    expect(await open(client)).toMatchObject(required(['password', 'totp', 'backup_code']));
  });

  test('leaves out backup codes when all of them are used', async () => {
    const { client, id } = await newEnrolled(service);
    await service.sql`UPDATE backup_codes SET used_at = ${service.clock.now()} WHERE user_id = ${id}`;
    service.clock.advance({ minutes: 11 });
    expect(await open(client)).toMatchObject(required(['password', 'totp']));
  });

  test('leaves out two-factor while its setup is incomplete', async () => {
    const { client } = await newUser(service);
    await client.post('/api/auth/2fa/setup');
    service.clock.advance({ minutes: 11 });
    expect(await open(client)).toMatchObject(required(['password']));
  });

  test('is sign_in for a user who has no other method', async () => {
    const { client, id } = await newUser(service);
    await takePassword(service, id);
    service.clock.advance({ minutes: 11 });
    expect(await open(client)).toMatchObject(required(['sign_in']));
  });

  test('is sign_in for an ADMIN who is impersonating', async () => {
    const { admin } = await startImpersonating(service);
    expect((await open(admin.client)).status).toBe(200);
    service.clock.advance({ minutes: 11 });
    expect(await open(admin.client)).toMatchObject(required(['sign_in']));
  });
});

describe('someone with a stolen session', () => {
  test('cannot reauthenticate with two-factor they turned on in that session', async () => {
    const { client } = await newUser(service);
    service.clock.advance({ minutes: 11 });
    const { secret, backupCodes } = await enroll(service, client);
    expect(await open(client)).toMatchObject(required(['password']));
    for (const code of [nextCode(service, secret), backupCodes[0]]) {
      const refused = await client.post('/api/auth/reauthenticate', { code });
      expect([refused.status, refused.body.error.code]).toEqual([401, 'TWO_FACTOR_CODE_INVALID']);
    }
    expect((await open(client)).status).toBe(403);
    // The owner's password makes it theirs.
    await client.post('/api/auth/reauthenticate', { password });
    service.clock.advance({ minutes: 11 });
    expect(await open(client)).toMatchObject(required(['password', 'totp', 'backup_code']));
  });

  test('cannot reauthenticate with backup codes they set up in one resumed session and turned on in the next', async () => {
    const { email } = await newUser(service);
    const client = await resumed(email);
    service.clock.advance({ ms: 1 });
    const { secret, backupCodes } = (await client.post('/api/auth/2fa/setup')).body;
    service.clock.advance({ ms: 1 });
    client.cookies.delete('latchkey_session');
    expect((await client.get('/api/auth/me')).status).toBe(200);
    service.clock.advance({ ms: 1 });
    const code = nextCode(service, secret);
    expect((await client.post('/api/auth/2fa/verify', { code })).status).toBe(200);
    expect(await open(client)).toMatchObject(required(['password']));
    const refused = await client.post('/api/auth/reauthenticate', { code: backupCodes[0] });
    expect([refused.status, refused.body.error.code]).toEqual([401, 'TWO_FACTOR_CODE_INVALID']);
    expect((await open(client)).status).toBe(403);
  });

  test("cannot set the account's first password, to sign in with it", async () => {
    const { client, id, email } = await newUser(service);
    await takePassword(service, id);
    service.clock.advance({ minutes: 11 });
    const first = 'First-Horse-8';
    expect(await client.post('/api/users/profile', { password: first })).toMatchObject(required(['sign_in']));
    expect((await service.client().post('/api/auth/login', { email, password: first })).status).toBe(401);
    const fresh = await clientFor(service, id);
    expect((await fresh.post('/api/users/profile', { password: first })).status).toBe(200);
    service.clock.advance({ minutes: 11 });
    // From then on, the current one is the proof.
    const change = { password: 'Second-Horse-8', currentPassword: first };
    expect((await fresh.post('/api/users/profile', change)).status).toBe(200);
    expect((await open(fresh)).status).toBe(200);
  });

  test('cannot reauthenticate with two-factor they turned on in a resumed session', async () => {
    const { email } = await newUser(service);
    const client = await resumed(email);
    service.clock.advance({ ms: 1 });
    const { secret, backupCodes } = await enroll(service, client);
    expect(await open(client)).toMatchObject(required(['password']));
    for (const code of [nextCode(service, secret), backupCodes[0]]) {
      const refused = await client.post('/api/auth/reauthenticate', { code });
      expect([refused.status, refused.body.error.code]).toEqual([401, 'TWO_FACTOR_CODE_INVALID']);
    }
    expect((await open(client)).status).toBe(403);
  });
});
