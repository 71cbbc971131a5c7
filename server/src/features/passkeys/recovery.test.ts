import { Authenticator, addPasskey, passkeyLogin } from '@latchkey/server/testing/authenticator';
import { started } from '@latchkey/server/testing/lifetime';
import {
  moveTo,
  newStaff,
  newUser,
  newVerified as newVerifiedUser,
  password,
  startService,
} from '@latchkey/server/testing/service';
import { giveSystemRole } from '@latchkey/server/testing/standing';
import { enroll } from '@latchkey/server/testing/two-factor';
import { describe, expect, test } from 'vitest';

/** What the ways to recover an account do to its passkeys. */
const service = started(startService);

type Person = Awaited<ReturnType<typeof newUser>>;
const post = (path: string, body: Record<string, unknown>) =>
  service.client().post(`/api/auth/${path}`, body);

const newVerified = () => newVerifiedUser(service);

async function reset(email: string) {
  await post('forgot-password', { email });
  const token = await service.mailedToken(email);
  expect((await post('reset-password', { token, password: 'Brand-New-1' })).status).toBe(200);
}

let moves = 0;
/** A thief with the session moves the account to their own mailbox. */
async function hijack({ client, email }: Person) {
  const to = `evil-${++moves}@example.com`;
  expect((await moveTo(service, client, to)).status).toBe(200);
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
    await giveSystemRole(service, owner.id, 'ADMIN');
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
