import { Authenticator, addPasskey, passkeyLogin } from '@latchkey/server/testing/authenticator';
import {
  newStaff,
  newUser,
  password,
  startService,
  type TestService,
} from '@latchkey/server/testing/service';
import { enroll, nextCode } from '@latchkey/server/testing/two-factor';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endSetAside } from '../auth/end-set-aside.ts';
import { sweep } from '../upkeep.ts';

/** What the ways to recover an account do to its passkeys. */
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Person = Awaited<ReturnType<typeof newUser>>;
const post = (path: string, body: Record<string, unknown>) =>
  service.client().post(`/api/auth/${path}`, body);

async function newVerified(): Promise<Person> {
  const person = await newUser(service);
  await post('verify-email', { token: await service.mailedToken(person.email) });
  return person;
}

async function reset(email: string) {
  await post('forgot-password', { email });
  const token = await service.mailedToken(email);
  expect((await post('reset-password', { token, password: 'Brand-New-1' })).status).toBe(200);
}

let moves = 0;
/** Someone who has the session moves the account to their own mailbox. */
async function hijack({ client, email }: Person) {
  const to = `evil-${++moves}@example.com`;
  expect((await client.post('/api/users/profile', { email: to })).status).toBe(200);
  const token = await service.mailedToken(email);
  service.clock.advance({ seconds: 1 });
  return { to, undo: () => post('undo-email-change', { token }) };
}

async function withPasskey(person: Person) {
  const device = new Authenticator(service);
  const added = await addPasskey(person.client, device);
  expect(added.status).toBe(201);
  service.clock.advance({ seconds: 1 });
  return { device, backupCodes: (added.body.backupCodes ?? []) as string[] };
}

const opens = async (device: Authenticator) => (await passkeyLogin(service, device)).status === 200;
const countsOf = async ({ id }: Person) => {
  const [user] = await service.sql`SELECT passkey_count FROM users WHERE id = ${id}`;
  const rows = await service.sql`SELECT 1 FROM passkeys WHERE user_id = ${id}`;
  return [user?.passkeyCount, rows.length];
};
const entryOf = async ({ id }: Person, action: string) =>
  (await service.audit()).find((entry) => entry.userId === id && entry.action === action);

describe('a password reset', () => {
  test('on a verified email address keeps passkeys', async () => {
    const owner = await newVerified();
    const { device } = await withPasskey(owner);
    await reset(owner.email);
    expect(await opens(device)).toBe(true);
  });

  test('on an unverified email address removes the passkeys of the person who set up the account', async () => {
    const squatter = await newUser(service);
    const { device } = await withPasskey(squatter);
    await reset(squatter.email);
    expect(await opens(device)).toBe(false);
    expect(await countsOf(squatter)).toEqual([0, 0]);
    expect((await entryOf(squatter, 'SECURITY_ACCOUNT_RECLAIMED'))?.metadata).toEqual({
      apiKeysRevoked: 0,
      providersUnlinked: 0,
      twoFactorEnded: false,
      passkeysRemoved: 1,
    });
  });

  test("through an email address set by a stolen session does not remove the owner's passkey", async () => {
    const owner = await newVerified();
    await service.sql`UPDATE users SET role = 'ADMIN' WHERE id = ${owner.id}`;
    const own = await withPasskey(owner);
    const { to, undo } = await hijack(owner);
    await reset(to);
    const login = await post('login', { email: to, password: 'Brand-New-1' });
    expect(login.body).toMatchObject({ requiresTwoFactor: true, methods: ['backup_code', 'passkey'] });
    expect((await undo()).status).toBe(200);
    expect(await opens(own.device)).toBe(true);
    service.clock.advance({ hours: 72, seconds: 1 });
    await endSetAside(service.deps);
    expect(await opens(own.device)).toBe(true);
  });
});

describe("a passkey of someone who moved their account to a stranger's address", () => {
  /** The stranger finds an account there, and resets its password. */
  async function squat() {
    const squatter = await newVerified();
    const { device } = await withPasskey(squatter);
    const { to } = await hijack(squatter);
    await reset(to);
    return { squatter, device, to };
  }

  async function addOwn(email: string) {
    const stranger = service.client();
    expect((await stranger.post('/api/auth/login', { email, password: 'Brand-New-1' })).status).toBe(200);
    const device = new Authenticator(service);
    expect((await addPasskey(stranger, device)).status).toBe(201);
    return device;
  }

  test('opens nothing once the stranger has reset the password', async () => {
    const { squatter, device } = await squat();
    expect(await opens(device)).toBe(false);
    expect((await entryOf(squatter, 'AUTH_PASSKEY_FAILURE'))?.metadata).toMatchObject({
      reason: 'set_aside',
    });
    expect(await countsOf(squatter)).toEqual([1, 1]);
  });

  test("is removed when the change can no longer be undone, and the stranger's own is kept", async () => {
    const { squatter, device, to } = await squat();
    const own = await addOwn(to);
    expect(await opens(own)).toBe(true);
    service.clock.advance({ hours: 72, minutes: -2 });
    await endSetAside(service.deps);
    expect(await countsOf(squatter)).toEqual([2, 2]);
    service.clock.advance({ minutes: 4 });
    await sweep(service.sql, service.clock.now());
    expect(await opens(device)).toBe(false);
    await endSetAside(service.deps);
    expect(await countsOf(squatter)).toEqual([1, 1]);
    expect(await opens(device)).toBe(false);
    expect(await opens(own)).toBe(true);
  });

  test("is no proof in the stranger's session", async () => {
    const { device, to } = await squat();
    const stranger = service.client();
    await stranger.post('/api/auth/login', { email: to, password: 'Brand-New-1' });
    const { options, challengeToken } = (await stranger.post('/api/auth/reauthenticate/options')).body;
    const passkey = device.get(options);
    const proven = await stranger.post('/api/auth/reauthenticate', { passkey, challengeToken });
    expect([proven.status, proven.body.error.code]).toEqual([401, 'PASSKEY_INVALID']);
    service.clock.advance({ minutes: 11 });
    const { error } = (await stranger.post('/api/auth/passkeys/options')).body;
    expect([error.code, error.details.methods]).toEqual(['REAUTHENTICATION_REQUIRED', ['password']]);
    expect(options.allowCredentials).toEqual([]);
  });

  test('is removed even if the stranger signs in with two-factor of their own', async () => {
    const { squatter, to } = await squat();
    const stranger = service.client();
    await stranger.post('/api/auth/login', { email: to, password: 'Brand-New-1' });
    const { secret } = await enroll(service, stranger);
    const { pendingToken } = (await post('login', { email: to, password: 'Brand-New-1' })).body;
    const validated = await post('2fa/validate', { pendingToken, code: nextCode(service, secret) });
    expect(validated.status).toBe(200);
    service.clock.advance({ hours: 73 });
    await endSetAside(service.deps);
    expect(await countsOf(squatter)).toEqual([0, 0]);
  });

  test('is removed once, with an entry in the audit trail and an email', async () => {
    const { squatter, to } = await squat();
    service.clock.advance({ hours: 73 });
    await Promise.all([endSetAside(service.deps), endSetAside(service.deps)]);
    await endSetAside(service.deps);
    const entries = (await service.audit()).filter(
      ({ userId, action }) => userId === squatter.id && action === 'SECURITY_ACCOUNT_RECLAIMED',
    );
    expect(entries.map(({ metadata }) => metadata.passkeysRemoved ?? 0).toSorted()).toEqual([0, 1]);
    const subjects = (await service.mails(to)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'We removed old ways to sign in')).toHaveLength(1);
  });
});

test("a squatter's passkey does not survive by having an unproven address restored first", async () => {
  const victim = await newUser(service);
  const { device } = await withPasskey(victim);
  const first = await hijack(victim);
  expect((await first.undo()).status).toBe(200);
  const squatter = service.client();
  await squatter.post('/api/auth/login', { email: victim.email, password });
  const second = await hijack({ ...victim, client: squatter });
  await reset(second.to);
  expect(await opens(device)).toBe(false);
  expect((await second.undo()).status).toBe(400);
  expect(await countsOf(victim)).toEqual([0, 0]);
});

describe('an owner who changed their email and then reset the password there', () => {
  async function move() {
    const owner = await newVerified();
    const { secret } = await enroll(service, owner.client);
    const { device } = await withPasskey(owner);
    const { to } = await hijack(owner);
    return { owner, secret, device, to };
  }

  test('keeps two-factor and passkeys after signing in with one of them', async () => {
    const { owner, secret, device, to } = await move();
    await reset(to);
    const { pendingToken } = (await post('login', { email: to, password: 'Brand-New-1' })).body;
    expect((await post('2fa/validate', { pendingToken, code: nextCode(service, secret) })).status).toBe(200);
    expect(await opens(device)).toBe(true);
    service.clock.advance({ hours: 73 });
    await endSetAside(service.deps);
    expect(await countsOf(owner)).toEqual([1, 1]);
    expect((await post('login', { email: to, password: 'Brand-New-1' })).body.requiresTwoFactor).toBe(true);
  });

  test('keeps them when they return to the old address and verify it', async () => {
    const owner = await newVerified();
    const { device } = await withPasskey(owner);
    const { to } = await hijack(owner);
    await reset(to);
    expect(await opens(device)).toBe(false);
    const client = service.client();
    await client.post('/api/auth/login', { email: to, password: 'Brand-New-1' });
    expect((await client.post('/api/users/profile', { email: owner.email })).status).toBe(200);
    expect((await post('verify-email', { token: await service.mailedToken(owner.email) })).status).toBe(200);
    expect(await opens(device)).toBe(true);
    service.clock.advance({ hours: 73 });
    await endSetAside(service.deps);
    expect(await opens(device)).toBe(true);
  });

  test('keeps them when a thief moved the account away and back before', async () => {
    const { owner, device, to } = await move();
    expect((await post('verify-email', { token: await service.mailedToken(to) })).status).toBe(200);
    service.clock.advance({ seconds: 1 });
    expect((await owner.client.post('/api/users/profile', { email: owner.email })).status).toBe(200);
    await reset(owner.email);
    expect(await opens(device)).toBe(true);
    service.clock.advance({ hours: 73 });
    await endSetAside(service.deps);
    expect(await opens(device)).toBe(true);
  });

  test('keeps the backup codes of a setup that is under way', async () => {
    const squatter = await newVerified();
    await withPasskey(squatter);
    const { to } = await hijack(squatter);
    await reset(to);
    const stranger = service.client();
    await stranger.post('/api/auth/login', { email: to, password: 'Brand-New-1' });
    const { body: setup } = await stranger.post('/api/auth/2fa/setup');
    service.clock.advance({ hours: 73 });
    await endSetAside(service.deps);
    const again = service.client();
    await again.post('/api/auth/login', { email: to, password: 'Brand-New-1' });
    expect((await again.post('/api/auth/2fa/verify', { code: nextCode(service, setup.secret) })).status).toBe(
      200,
    );
    const { pendingToken } = (await post('login', { email: to, password: 'Brand-New-1' })).body;
    expect((await post('2fa/validate', { pendingToken, code: setup.backupCodes[0] })).status).toBe(200);
  });
});

describe('undoing an email change', () => {
  test('removes passkeys added since the change, and no others', async () => {
    const owner = await newVerified();
    const own = await withPasskey(owner);
    const { undo } = await hijack(owner);
    const thief = await withPasskey(owner);
    expect(await opens(thief.device)).toBe(true);
    expect((await undo()).status).toBe(200);
    expect(await opens(thief.device)).toBe(false);
    expect(await opens(own.device)).toBe(true);
    expect(await countsOf(owner)).toEqual([1, 1]);
    expect((await entryOf(owner, 'SECURITY_EMAIL_CHANGE_UNDONE'))?.metadata).toMatchObject({
      passkeysRemoved: 1,
    });
  });

  test('revokes backup codes issued since the change and keeps two-factor on', async () => {
    const owner = await newVerified();
    await enroll(service, owner.client);
    await service.sql`UPDATE users SET role = 'ADMIN' WHERE id = ${owner.id}`;
    service.clock.advance({ seconds: 1 });
    const { undo } = await hijack(owner);
    const { backupCodes } = await withPasskey(owner);
    expect(backupCodes).toHaveLength(10);
    await undo();
    const { pendingToken, methods } = (await post('login', { email: owner.email, password })).body;
    expect(methods).toEqual(['totp']);
    expect((await post('2fa/validate', { pendingToken, code: backupCodes[0] })).status).toBe(401);
  });
});

test('changing the password keeps passkeys', async () => {
  const owner = await newUser(service);
  const { device } = await withPasskey(owner);
  const changed = { password: 'Brand-New-1', currentPassword: password };
  expect((await owner.client.post('/api/users/profile', changed)).status).toBe(200);
  expect(await opens(device)).toBe(true);
});

test("a deleted user's passkey no longer signs in", async () => {
  const admin = await newStaff(service, 'ADMIN');
  const owner = await newUser(service);
  const { device } = await withPasskey(owner);
  expect((await admin.client.delete(`/api/users/${owner.id}`)).status).toBe(200);
  expect(await opens(device)).toBe(false);
});
