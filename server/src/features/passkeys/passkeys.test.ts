import { Authenticator, addPasskey, passkeyLogin } from '@latchkey/server/testing/authenticator';
import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember } from '@latchkey/server/testing/organizations';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { giveSystemRole } from '@latchkey/server/testing/standing';
import { actions, enroll, failures, newEnrolled, totp } from '@latchkey/server/testing/two-factor';
import { describe, expect, test } from 'vitest';

const service = started(startService);

const listOf = async (client: Client) => (await client.get('/api/auth/passkeys')).body.passkeys;
const last = async (email: string) => (await service.audit(email)).at(-1);
const typesOf = async (userId: string) =>
  (await service.sql`SELECT type FROM emails WHERE user_id = ${userId} ORDER BY created_at, id`).map(
    (row) => row.type,
  );
const countOf = async (userId: string) =>
  (await service.sql`SELECT passkey_count FROM users WHERE id = ${userId}`)[0]?.passkeyCount;

/** A user with a passkey, and the device that has it. */
async function newHolder(behavior: Parameters<typeof addPasskey>[2] = {}) {
  const person = await newUser(service);
  const device = new Authenticator(service);
  const added = await addPasskey(person.client, device, behavior);
  if (added.status !== 201) throw new Error(`no passkey: ${added.text}`);
  return { ...person, device, passkeyId: added.body.passkey.id as string };
}

describe('adding a passkey', () => {
  test('asks for a discoverable passkey, if possible, with nothing personal in its user handle', async () => {
    const { client, id, email } = await newUser(service, { firstName: 'Ada', lastName: 'Lovelace' });
    const { status, body } = await client.post('/api/auth/passkeys/options');
    expect(status).toBe(200);
    expect(body).toEqual({
      challengeToken: expect.any(String),
      options: {
        rp: { id: 'latchkey.test', name: 'Latchkey' },
        user: {
          id: Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url'),
          name: email,
          displayName: 'Ada Lovelace',
        },
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
        timeout: 600_000,
        excludeCredentials: [],
        authenticatorSelection: {
          residentKey: 'preferred',
          requireResidentKey: false,
          userVerification: 'preferred',
        },
        attestation: 'none',
      },
    });
  });

  test('responds 201, lists the passkey, records it and emails the owner', async () => {
    const { client, id, email } = await newUser(service);
    const device = new Authenticator(service);
    const added = await addPasskey(client, device, { name: '  My laptop ' });
    expect([added.status, added.body]).toEqual([
      201,
      {
        passkey: {
          id: expect.any(String),
          name: 'My laptop',
          deviceType: 'singleDevice',
          backedUp: false,
          createdAt: expect.any(String),
          lastUsedAt: null,
        },
      },
    ]);
    expect(await listOf(client)).toEqual([added.body.passkey]);
    expect(await countOf(id)).toBe(1);
    expect(await last(email)).toMatchObject({
      action: 'AUTH_PASSKEY_REGISTERED',
      category: 'authentication',
      metadata: { passkeyId: added.body.passkey.id, name: 'My laptop', deviceType: 'singleDevice' },
    });
    expect(await typesOf(id)).toContain('passkey_added');
    expect((await service.mails(email)).at(-1)?.text).toContain('My laptop');
  });

  test('without a name uses the browser and operating system as the name', async () => {
    const { client } = await newUser(service);
    const added = await addPasskey(client, new Authenticator(service), { synced: true });
    expect(added.body.passkey).toMatchObject({
      name: 'Firefox on Linux',
      deviceType: 'multiDevice',
      backedUp: true,
    });
  });

  test('tells the browser which passkeys the user has, and responds 409 to a known credential', async () => {
    const { client, device } = await newHolder();
    const { options, challengeToken } = (await client.post('/api/auth/passkeys/options')).body;
    const [known] = options.excludeCredentials;
    expect(known.id).toBe(device.held[0]?.id.toString('base64url'));
    const twin = new Authenticator(service);
    const response = twin.create(options);
    expect((await client.post('/api/auth/passkeys', { response, challengeToken })).status).toBe(201);
    const other = await newUser(service);
    const again = (await other.client.post('/api/auth/passkeys/options')).body;
    // The same credential, made to answer another challenge.
    const made = twin.create(again.options);
    const stored = twin.held[1];
    await service.sql`UPDATE passkeys SET credential_id = ${stored?.id ?? null} WHERE credential_id = ${twin.held[0]?.id ?? null}`;
    const refused = await other.client.post('/api/auth/passkeys', {
      response: made,
      challengeToken: again.challengeToken,
    });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'PASSKEY_EXISTS']);
  });

  test('stops at twenty, even when several are added at once', async () => {
    const { client, id } = await newHolder();
    await service.sql`
      INSERT INTO passkeys SELECT uuidv7(), user_id, uuid_send(uuidv7()), public_key, 0, '{}', name, device_type, false, true,
             created_at FROM passkeys, generate_series(1, 17) WHERE user_id = ${id}`;
    await service.sql`UPDATE users SET passkey_count = 18 WHERE id = ${id}`;
    const devices = Array.from({ length: 5 }, () => new Authenticator(service));
    const answers = await Promise.all(devices.map((device) => addPasskey(client, device)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400]);
    for (const { status, body } of answers)
      if (status === 400) expect(body.error.code).toBe('PASSKEY_LIMIT_REACHED');
    expect(await listOf(client)).toHaveLength(20);
    expect((await client.post('/api/auth/passkeys/options')).body.error.code).toBe('PASSKEY_LIMIT_REACHED');
  });
});

describe('a user', () => {
  test('renames their passkey', async () => {
    const { client, passkeyId } = await newHolder();
    const renamed = await client.patch(`/api/auth/passkeys/${passkeyId}`, { name: 'Key on my ring' });
    expect([renamed.status, renamed.body.passkey.name]).toEqual([200, 'Key on my ring']);
    expect((await listOf(client))[0].name).toBe('Key on my ring');
    for (const name of ['', '   ', 'x'.repeat(101), 7])
      expect((await client.patch(`/api/auth/passkeys/${passkeyId}`, { name })).status).toBe(400);
  });

  test('removes their passkey: it no longer signs in, and the removal is recorded and emailed', async () => {
    const { client, passkeyId, email, id, device } = await newHolder({ name: 'Old phone' });
    expect((await client.delete(`/api/auth/passkeys/${passkeyId}`)).status).toBe(200);
    expect(await listOf(client)).toEqual([]);
    expect(await countOf(id)).toBe(0);
    expect(await last(email)).toMatchObject({
      action: 'AUTH_PASSKEY_REMOVED',
      metadata: { passkeyId, name: 'Old phone' },
    });
    expect((await service.mails(email)).at(-1)?.subject).toContain('removed');
    expect((await passkeyLogin(service, device)).status).toBe(401);
    expect((await client.delete(`/api/auth/passkeys/${passkeyId}`)).status).toBe(404);
  });

  test("cannot rename or remove someone else's passkey, with or without one of their own", async () => {
    const { passkeyId, client: owner, device } = await newHolder({ name: 'Theirs' });
    for (const { client } of [await newHolder(), await newUser(service)]) {
      expect((await client.patch(`/api/auth/passkeys/${passkeyId}`, { name: 'Mine' })).status).toBe(404);
      expect((await client.delete(`/api/auth/passkeys/${passkeyId}`)).status).toBe(404);
    }
    expect(await listOf(owner)).toMatchObject([{ id: passkeyId, name: 'Theirs' }]);
    expect((await passkeyLogin(service, device)).status).toBe(200);
  });
});

describe('signing in with a passkey', () => {
  test('is a complete login that needs no email address', async () => {
    const { device, email, id } = await newHolder();
    const { status, body, cookies, client } = await passkeyLogin(service, device);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user: { email },
      tokens: { tokenType: 'Bearer' },
      csrfToken: expect.any(String),
    });
    expect(body).not.toHaveProperty('requiresTwoFactor');
    expect(Object.keys(cookies)).toEqual(
      expect.arrayContaining(['latchkey_session', 'csrf_token', 'refresh_token']),
    );
    expect(cookies).not.toHaveProperty('remember_me');
    expect((await client.get('/api/auth/me')).body.user.id).toBe(id);
    const success = (await service.audit(email)).findLast(({ action }) => action === 'AUTH_LOGIN_SUCCESS');
    expect(success?.metadata).toMatchObject({ method: 'passkey' });
    expect((await listOf(client))[0].lastUsedAt).toEqual(expect.any(String));
  });

  test('sets a remember_me cookie on request', async () => {
    const { device } = await newHolder();
    const client = service.client();
    const { options, challengeToken } = (await client.post('/api/auth/passkeys/login/options')).body;
    const login = await client.post('/api/auth/passkeys/login', {
      response: device.get(options),
      challengeToken,
      rememberMe: true,
    });
    expect(login.cookies).toHaveProperty('remember_me');
  });

  test('does not ask a user with two-factor for a code', async () => {
    const { client, email } = await newEnrolled(service);
    const device = new Authenticator(service);
    await addPasskey(client, device);
    expect((await passkeyLogin(service, device)).body.user).toMatchObject({ email, twoFactorEnabled: true });
  });

  test('works on a locked account, unlocks it and records that', async () => {
    const { device, email } = await newHolder();
    for (let count = 0; count < 5; count++)
      await service.client().post('/api/auth/login', { email, password: 'Wrong-Horse-7' });
    expect((await service.client().post('/api/auth/login', { email, password })).status).toBe(423);
    expect((await passkeyLogin(service, device)).status).toBe(200);
    expect((await service.client().post('/api/auth/login', { email, password })).status).toBe(200);
    const unlocked = (await service.audit(email)).find(
      ({ action }) => action === 'SECURITY_ACCOUNT_UNLOCKED',
    );
    expect(unlocked?.metadata).toMatchObject({ reason: 'passkey_login' });
  });

  test('is recorded when it fails, and does not count toward a lockout', async () => {
    const { device, email } = await newHolder();
    for (let count = 0; count < 6; count++)
      expect((await passkeyLogin(service, device, { userVerified: false })).status).toBe(401);
    expect(await failures(service, email)).toBe(0);
    expect(await last(email)).toMatchObject({
      action: 'AUTH_PASSKEY_FAILURE',
      metadata: { during: 'login', reason: 'refused' },
    });
    expect((await passkeyLogin(service, device)).status).toBe(200);
  });

  test('works repeatedly with a device whose counter increases', async () => {
    const { client } = await newUser(service);
    const device = new Authenticator(service, { counts: true });
    await addPasskey(client, device);
    for (let count = 0; count < 3; count++) expect((await passkeyLogin(service, device)).status).toBe(200);
  });

  test('works repeatedly with a device that has no counter', async () => {
    const { device } = await newHolder();
    for (let count = 0; count < 3; count++) expect((await passkeyLogin(service, device)).status).toBe(200);
  });
});

describe('passkeys and required two-factor', () => {
  test('a passkey is enough: an ADMIN with only a passkey works without TOTP', async () => {
    const { client, email, id } = await newStaff(service, 'ADMIN', { twoFactor: false });
    expect((await client.get('/api/users')).body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
    const device = new Authenticator(service);
    const added = await addPasskey(client, device);
    expect(added.status).toBe(201);
    expect((await client.get('/api/auth/me')).body).toMatchObject({
      requiresTwoFactorSetup: false,
      user: { twoFactorEnabled: false },
    });
    expect((await client.get('/api/users')).status).toBe(200);
    const login = await passkeyLogin(service, device);
    expect(login.body).not.toHaveProperty('requiresTwoFactorSetup');
    expect((await login.client.get('/api/users')).status).toBe(200);
    // Once it is gone, they are asked to set one up again.
    const removed = await client.delete(`/api/auth/passkeys/${added.body.passkey.id}`);
    expect(removed.status).toBe(200);
    expect((await client.get('/api/users')).body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
    expect(await service.sql`SELECT 1 FROM backup_codes WHERE user_id = ${id}`).toHaveLength(0);
    expect(await actions(service, email)).toContain('AUTH_PASSKEY_REMOVED');
  });

  test('the first passkey comes with backup codes, which work as a second factor', async () => {
    const { client, email } = await newStaff(service, 'ADMIN', { twoFactor: false });
    const added = await addPasskey(client, new Authenticator(service));
    expect(added.body.backupCodes).toHaveLength(10);
    expect((await addPasskey(client, new Authenticator(service))).body).not.toHaveProperty('backupCodes');
    const login = await service.client().post('/api/auth/login', { email, password });
    expect(login.body).toMatchObject({ requiresTwoFactor: true, methods: ['backup_code', 'passkey'] });
    const { pendingToken } = login.body;
    const code = added.body.backupCodes[0];
    const validated = await service.client().post('/api/auth/2fa/validate', { pendingToken, code });
    expect(validated.status).toBe(200);
  });

  test('adding a passkey ends other sessions that were opened with only a password', async () => {
    const { client, email } = await newStaff(service, 'ADMIN', { twoFactor: false });
    const thief = service.client();
    await thief.post('/api/auth/login', { email, password, rememberMe: true });
    await addPasskey(client, new Authenticator(service));
    expect((await thief.get('/api/auth/me')).status).toBe(401);
    expect((await client.get('/api/auth/me')).status).toBe(200);
    const revoked = (await service.audit(email)).find(
      ({ action }) => action === 'SECURITY_ALL_SESSIONS_REVOKED',
    );
    expect(revoked?.metadata).toMatchObject({ reason: 'passkey_registered', sessions: 1 });
  });

  test('other users get no backup codes with a passkey and are not asked for a second factor', async () => {
    const { client, email } = await newUser(service);
    expect((await addPasskey(client, new Authenticator(service))).body).not.toHaveProperty('backupCodes');
    const login = await service.client().post('/api/auth/login', { email, password });
    expect(login.body).toHaveProperty('tokens');
  });

  test('with ENABLE_TWO_FACTOR_AUTH, the requirement applies to every user and a passkey meets it', async () => {
    const strict = await startService({ env: { ENABLE_TWO_FACTOR_AUTH: 'true' } });
    const { client, email } = await newUser(strict);
    expect((await client.get('/api/keys')).body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
    const added = await addPasskey(client, new Authenticator(strict));
    expect(added.body.backupCodes).toHaveLength(10);
    expect((await client.get('/api/keys')).status).toBe(200);
    const login = await strict.client().post('/api/auth/login', { email, password });
    expect(login.body).toMatchObject({ requiresTwoFactor: true, methods: ['backup_code', 'passkey'] });
  });
});

describe('a passkey as the second factor', () => {
  async function newFactorHolder() {
    const person = await newEnrolled(service);
    const device = new Authenticator(service);
    await addPasskey(person.client, device);
    return { ...person, device };
  }
  const start = async (email: string) => {
    const client = service.client();
    const { body } = await client.post('/api/auth/login', { email, password });
    return { client, ...body };
  };

  test('is offered after the password, along with its options', async () => {
    const { email, device } = await newFactorHolder();
    const { methods, passkeyOptions } = await start(email);
    expect(methods).toEqual(['totp', 'backup_code', 'passkey']);
    expect(passkeyOptions.options).toMatchObject({
      rpId: 'latchkey.test',
      userVerification: 'preferred',
      allowCredentials: [{ id: device.held[0]?.id.toString('base64url'), type: 'public-key' }],
    });
  });

  test('finishes the login, and user presence is enough', async () => {
    const { email, device } = await newFactorHolder();
    const { client, pendingToken, passkeyOptions } = await start(email);
    const { options, challengeToken } = passkeyOptions;
    const passkey = device.get(options, { userVerified: false, userHandle: '' });
    const login = await client.post('/api/auth/2fa/validate', { pendingToken, passkey, challengeToken });
    expect([login.status, login.body.user?.email]).toEqual([200, email]);
    const entries = await service.audit(email);
    expect(entries.findLast(({ action }) => action === 'AUTH_2FA_SUCCESS')?.metadata).toMatchObject({
      code: 'passkey',
    });
    expect(entries.findLast(({ action }) => action === 'AUTH_LOGIN_SUCCESS')?.metadata).toMatchObject({
      method: 'password',
    });
    const again = await client.post('/api/auth/2fa/validate', { pendingToken, passkey, challengeToken });
    expect(again.body.error.code).toBe('PENDING_TOKEN_INVALID');
  });

  test('gets 401 when it is invalid, is recorded but not counted, and leaves the login pending', async () => {
    const { email, device } = await newFactorHolder();
    const { client, pendingToken, passkeyOptions } = await start(email);
    const { options, challengeToken } = passkeyOptions;
    const passkey = device.get(options, { origin: 'https://evil.example' });
    const refused = await client.post('/api/auth/2fa/validate', { pendingToken, passkey, challengeToken });
    expect([refused.status, refused.body.error.code]).toEqual([401, 'PASSKEY_INVALID']);
    expect(await failures(service, email)).toBe(0);
    expect(await last(email)).toMatchObject({
      action: 'AUTH_PASSKEY_FAILURE',
      metadata: { during: 'second_factor' },
    });
    const good = { pendingToken, passkey: device.get(options), challengeToken };
    expect((await client.post('/api/auth/2fa/validate', good)).status).toBe(200);
  });

  test('gets new options on request while the login is pending', async () => {
    const { email, device } = await newFactorHolder();
    const { client, pendingToken } = await start(email);
    const { body } = await client.post('/api/auth/2fa/options', { pendingToken });
    expect(body.methods).toEqual(['totp', 'backup_code', 'passkey']);
    const { options, challengeToken } = body.passkeyOptions;
    const given = { pendingToken, passkey: device.get(options), challengeToken };
    expect((await client.post('/api/auth/2fa/validate', given)).status).toBe(200);
    const dead = await client.post('/api/auth/2fa/options', { pendingToken });
    expect([dead.status, dead.body.error.code]).toEqual([401, 'PENDING_TOKEN_INVALID']);
  });

  test.each([
    ['neither', {}],
    ['a passkey without its challenge token', { passkey: true }],
    ['both', { passkey: true, challengeToken: 'x', code: '123456' }],
  ])('is 400 when the request has %s', async (_what, more: { passkey?: boolean }) => {
    const { email, device } = await newFactorHolder();
    const { client, pendingToken, passkeyOptions } = await start(email);
    const passkey = more.passkey ? device.get(passkeyOptions.options) : undefined;
    const answer = await client.post('/api/auth/2fa/validate', { pendingToken, ...more, passkey });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('a passkey for reauthentication', () => {
  test('confirms the session that asked for it', async () => {
    const { client, device, email } = await newHolder();
    service.clock.advance({ minutes: 11 });
    const blocked = await client.post('/api/auth/passkeys/options');
    expect(blocked.body.error.details.methods).toEqual(['password', 'passkey']);
    const { options, challengeToken } = (await client.post('/api/auth/reauthenticate/options')).body;
    expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [expect.anything()] });
    const given = { passkey: device.get(options), challengeToken };
    expect((await client.post('/api/auth/reauthenticate', given)).status).toBe(200);
    expect(await last(email)).toMatchObject({ metadata: { method: 'passkey' } });
    expect((await client.post('/api/auth/passkeys/options')).status).toBe(200);
    const replayed = await client.post('/api/auth/reauthenticate', given);
    expect([replayed.status, replayed.body.error.code]).toEqual([401, 'PASSKEY_INVALID']);
  });

  test('is refused without user verification, and counts as a failed attempt', async () => {
    const { client, device } = await newHolder();
    const seen: number[] = [];
    for (let count = 0; count < 5; count++) {
      const { options, challengeToken } = (await client.post('/api/auth/reauthenticate/options')).body;
      const passkey = device.get(options, { userVerified: false });
      seen.push((await client.post('/api/auth/reauthenticate', { passkey, challengeToken })).status);
    }
    expect(seen).toEqual([401, 401, 401, 401, 423]);
  });

  test('is not offered when no passkey has ever verified its user', async () => {
    const { client } = await newHolder({ userVerified: false });
    service.clock.advance({ minutes: 11 });
    const blocked = await client.post('/api/auth/passkeys/options');
    expect(blocked.body.error.details.methods).toEqual(['password']);
  });
});

describe('an administrator', () => {
  test('removes passkeys by resetting two-factor, even for a user who has only passkeys', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const { id, device, client, email } = await newHolder();
    const reset = await admin.client.post(`/api/admin/users/${id}/reset-2fa`);
    expect(reset.status).toBe(200);
    expect((await passkeyLogin(service, device)).status).toBe(401);
    expect((await client.get('/api/auth/me')).status).toBe(401);
    expect(await countOf(id)).toBe(0);
    const entry = (await service.audit(admin.email)).find(({ action }) => action === 'ADMIN_2FA_RESET');
    expect(entry?.metadata).toMatchObject({ targetUserId: id, passkeysRemoved: 1 });
    expect((await service.mails(email)).at(-1)?.text).toContain('Your passkeys were removed, too.');
    const again = await admin.client.post(`/api/admin/users/${id}/reset-2fa`);
    expect([again.status, again.body.error.code]).toEqual([400, 'TWO_FACTOR_NOT_ENABLED']);
  });

  test('sees how many passkeys a user has; a colleague, a MODERATOR and the user do not', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const { id, client, organizationId } = await newHolder();
    expect((await admin.client.get(`/api/users/${id}`)).body.passkeyCount).toBe(1);
    const colleague = await newMember(service, organizationId, 'ADMIN');
    const moderator = await newMember(service, organizationId, 'MEMBER');
    await giveSystemRole(service, moderator.id, 'MODERATOR');
    for (const viewer of [client, colleague.client, moderator.client]) {
      const { status, body, text } = await viewer.get(`/api/users/${id}`);
      expect([status, body.user.id]).toEqual([200, id]);
      expect(text).not.toContain('passkeyCount');
    }
  });
});

describe('backup codes', () => {
  test('from an unfinished setup do not work, and leave the earlier ones valid', async () => {
    const { client, email } = await newStaff(service, 'ADMIN', { twoFactor: false });
    const { backupCodes } = (await addPasskey(client, new Authenticator(service))).body;
    const setup = await client.post('/api/auth/2fa/setup');
    const pending = async () =>
      (await service.client().post('/api/auth/login', { email, password })).body.pendingToken;
    const validate = async (code: string) =>
      service.client().post('/api/auth/2fa/validate', { pendingToken: await pending(), code });
    expect((await validate(setup.body.backupCodes[0])).status).toBe(401);
    expect((await validate(backupCodes[0])).status).toBe(200);
    const { backupCodes: finished } = await enroll(service, client);
    expect((await validate(backupCodes[1])).status).toBe(401);
    expect((await validate(finished[0] ?? '')).status).toBe(200);
  });

  test('still work for a user with a passkey after two-factor is turned off', async () => {
    const strict = await startService({ env: { ENABLE_TWO_FACTOR_AUTH: 'true' } });
    const { client, secret } = await newEnrolled(strict);
    const { backupCodes } = (await addPasskey(client, new Authenticator(strict))).body;
    expect(backupCodes).toHaveLength(10);
    strict.clock.advance({ ms: 30_000 });
    const off = await client.post('/api/auth/2fa/disable', { code: totp(secret, strict.clock.now()) });
    expect(off.status).toBe(200);
    expect((await client.post('/api/auth/reauthenticate', { code: backupCodes[0] })).status).toBe(200);
  });
});

describe('on an IP address, where passkeys are not available', () => {
  const bare = started(() => startService({ env: { BASE_URL: 'http://192.0.2.7:3000' } }));

  test('passkey ceremonies are 404 and the passkey list still works', async () => {
    const { client } = await newUser(bare);
    const missing = [404, 'PASSKEYS_NOT_AVAILABLE'];
    for (const path of ['passkeys/options', 'passkeys/login/options', 'reauthenticate/options']) {
      const { status, body } = await client.post(`/api/auth/${path}`);
      expect([path, status, body.error.code]).toEqual([path, ...missing]);
    }
    expect(await listOf(client)).toEqual([]);
    const options = { challenge: 'x', user: { id: 'x' } };
    const device = new Authenticator(service);
    const given = { response: device.create(options), challengeToken: 'x' };
    expect((await client.post('/api/auth/passkeys', given)).body.error.code).toBe(missing[1]);
    const login = { response: device.get(options), challengeToken: 'x' };
    expect((await client.post('/api/auth/passkeys/login', login)).body.error.code).toBe(missing[1]);
  });

  test('existing passkeys do not count as a factor: an ADMIN must set up two-factor', async () => {
    const { client, id } = await newStaff(bare, 'ADMIN', { twoFactor: false });
    await bare.sql`UPDATE users SET passkey_count = 1 WHERE id = ${id}`;
    expect((await client.get('/api/users')).body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
  });
});
