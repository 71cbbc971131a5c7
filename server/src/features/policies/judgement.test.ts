import { Authenticator, addPasskey, passkeyLogin } from '@latchkey/server/testing/authenticator';
import type { Client } from '@latchkey/server/testing/client';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { joins, newMember, settleIn } from '@latchkey/server/testing/organizations';
import { forceSystemPolicy, organizationPolicy, setPolicy } from '@latchkey/server/testing/policies';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { enroll, newEnrolled, nextCode, startLogin } from '@latchkey/server/testing/two-factor';
import { describe, expect, test } from 'vitest';

const env = { ENABLE_EMAIL_LOGIN: 'true', LAST_USED_INTERVAL: '60' };
const service = started(() => startService({ env }));

const anywhere = '/api/organizations/current';
const code = async (client: Client, path = anywhere) => (await client.get(path)).body.error?.code;

/** An organization whose OWNER has two-factor, and a member of it who signed in with a password. */
async function newTeam(more: Partial<{ twoFactor: boolean }> = {}) {
  const owner = await newEnrolled(service);
  const { client, ...member } = await newUser(service);
  await settleIn(service, member.id, owner.organizationId);
  if (more.twoFactor) await enroll(service, client);
  return { owner, member: { ...member, client } };
}

describe('a second factor', () => {
  test('is due when the grace of the policy ends', async () => {
    const { owner, member } = await newTeam();
    const { key } = await newKey(member.client);
    await setPolicy(owner.client, organizationPolicy, { twoFactorRequired: true, twoFactorGraceDays: 3 });
    const me = (await member.client.get('/api/auth/me')).body;
    expect(Date.parse(me.twoFactorDueAt) - service.clock.now().getTime()).toBeGreaterThan(2.9 * 86_400_000);
    expect(me).not.toHaveProperty('blockedBy');
    expect(me.requiresTwoFactorSetup).toBe(false);
    service.clock.advance({ days: 2 });
    // Another change of the policy gives no one more time.
    await service.sql`UPDATE sessions SET proven_at = ${service.clock.now()} WHERE user_id = ${owner.id}`;
    await setPolicy(owner.client, organizationPolicy, { passwordStrength: 1 });
    service.clock.advance({ days: 1, minutes: 1 });
    const blocked = (await member.client.get('/api/auth/me')).body;
    expect(blocked).toMatchObject({ requiresTwoFactorSetup: true, blockedBy: 'TWO_FACTOR_SETUP_REQUIRED' });
    expect(blocked).not.toHaveProperty('twoFactorDueAt');
    expect(await code(member.client)).toBe('TWO_FACTOR_SETUP_REQUIRED');
    expect(await code(keyClient(service, key))).toBe('TWO_FACTOR_SETUP_REQUIRED');
    const login = await service.client().post('/api/auth/login', { email: member.email, password });
    expect(login.body).toMatchObject({ requiresTwoFactorSetup: true, redirectTo: '/profile/security' });
  });

  test('leaves open what a member needs to leave, and ends with setting one up', async () => {
    const { owner, member } = await newTeam();
    await setPolicy(owner.client, organizationPolicy, { twoFactorRequired: true, twoFactorGraceDays: 0 });
    expect((await member.client.get('/api/organizations')).status).toBe(200);
    const others = await member.client.delete(`/api/organizations/current/members/${owner.id}`);
    expect(others.body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
    const { secret } = await enroll(service, member.client);
    expect((await member.client.get(anywhere)).status).toBe(200);
    const disabled = await member.client.post('/api/auth/2fa/disable', { code: nextCode(service, secret) });
    expect(disabled.status).toBe(403);
    expect(disabled.body.error.code).toBe('TWO_FACTOR_REQUIRED');
    const { member: leaver } = await newTeam();
    const left = await leaver.client.delete(`/api/organizations/current/members/${leaver.id}`);
    expect(left.status).toBe(200);
  });

  test('lets a member who lacks one leave', async () => {
    const { owner, member } = await newTeam();
    await setPolicy(owner.client, organizationPolicy, { twoFactorRequired: true, twoFactorGraceDays: 0 });
    const left = await member.client.delete(`/api/organizations/current/members/${member.id}`);
    expect(left.status).toBe(200);
    expect((await member.client.get('/api/auth/me')).body).not.toHaveProperty('blockedBy');
  });

  test('counts from the day a later member joins', async () => {
    const { owner } = await newTeam();
    await setPolicy(owner.client, organizationPolicy, { twoFactorRequired: true, twoFactorGraceDays: 2 });
    service.clock.advance({ days: 5 });
    const late = await newMember(service, owner.organizationId, 'MEMBER');
    expect((await late.client.get(anywhere)).status).toBe(200);
    expect((await late.client.get('/api/auth/me')).body.twoFactorDueAt).toEqual(expect.any(String));
  });

  test('must be proven in the session, and sign-in asks for a passkey that was optional before', async () => {
    const { owner, member } = await newTeam();
    const authenticator = new Authenticator(service);
    await addPasskey(member.client, authenticator);
    const browser = service.client();
    const login = await browser.post('/api/auth/login', { email: member.email, password });
    expect(login.body.tokens).toBeDefined();
    await setPolicy(owner.client, organizationPolicy, { twoFactorRequired: true, twoFactorGraceDays: 0 });
    expect(await code(browser)).toBe('TWO_FACTOR_SETUP_REQUIRED');
    // This session registered the passkey.
    expect((await member.client.get(anywhere)).status).toBe(200);
    const again = await service.client().post('/api/auth/login', { email: member.email, password });
    expect(again.body).toMatchObject({ requiresTwoFactor: true, methods: ['passkey'] });
    const byPasskey = await passkeyLogin(service, authenticator);
    expect((await byPasskey.client.get(anywhere)).status).toBe(200);
  });

  test('is asked for everywhere but where people set one up if the service requires it', async () => {
    const own = await startService();
    const { client, id } = await newUser(own);
    // Until then, the earlier of two due dates counts, each from its own day.
    const daysLeft = async () => {
      const { twoFactorDueAt } = (await client.get('/api/auth/me')).body;
      return Math.round((Date.parse(twoFactorDueAt) - own.clock.now().getTime()) / 86_400_000);
    };
    await setPolicy(client, organizationPolicy, { twoFactorRequired: true, twoFactorGraceDays: 19 });
    own.clock.advance({ hours: 24 });
    await forceSystemPolicy(own, { twoFactorRequired: true, twoFactorGraceDays: 19 });
    expect(await daysLeft()).toBe(18);
    await forceSystemPolicy(own, { twoFactorRequired: true, twoFactorGraceDays: 17 });
    expect(await daysLeft()).toBe(17);
    await forceSystemPolicy(own, { twoFactorRequired: true, twoFactorGraceDays: 0 });
    expect(await code(client, '/api/organizations')).toBe('TWO_FACTOR_SETUP_REQUIRED');
    const leaving = await client.delete(`/api/organizations/current/members/${id}`);
    expect(leaving.body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
    expect((await client.get('/api/users/profile')).status).toBe(200);
    await enroll(own, client);
    expect((await client.get('/api/organizations')).status).toBe(200);
  });
});

describe('ways of signing in', () => {
  test('that an organization does not allow are refused there, and the key is not', async () => {
    const { owner, member } = await newTeam();
    const { key } = await newKey(member.client);
    const authenticator = new Authenticator(service);
    await addPasskey(owner.client, authenticator);
    const { client: browser } = await passkeyLogin(service, authenticator);
    await setPolicy(browser, organizationPolicy, { signInMethods: ['passkey', 'github'] });
    const refused = await member.client.get(anywhere);
    expect(refused.status).toBe(403);
    expect(refused.body.error).toMatchObject({
      code: 'SIGN_IN_METHOD_NOT_ALLOWED',
      details: { methods: ['passkey'] },
    });
    expect((await member.client.get('/api/auth/me')).body.blockedBy).toBe('SIGN_IN_METHOD_NOT_ALLOWED');
    expect((await member.client.get('/api/organizations')).status).toBe(200);
    expect((await keyClient(service, key).get(anywhere)).status).toBe(200);
    // Signing in is the service's matter: the session is only refused in this organization.
    expect((await service.client().post('/api/auth/login', { email: member.email, password })).status).toBe(
      200,
    );
  });

  test('that are all turned off leave the organization to its OWNERs', async () => {
    const { owner, member } = await newTeam();
    await setPolicy(owner.client, organizationPolicy, { signInMethods: ['github', 'sso'] });
    expect((await owner.client.get(anywhere)).status).toBe(200);
    const refused = await member.client.get(anywhere);
    expect(refused.body.error).toMatchObject({
      code: 'SIGN_IN_METHOD_NOT_ALLOWED',
      details: { methods: [] },
    });
  });

  test('that the service does not allow open nothing, whoever asks', async () => {
    const own = await startService({ env: { ENABLE_EMAIL_LOGIN: 'true' } });
    const { email, client } = await newUser(own);
    const enrolled = await newEnrolled(own);
    const pending = await startLogin(own, enrolled.email);
    await forceSystemPolicy(own, { signInMethods: ['passkey'] });
    const browser = own.client();
    const refusals = await Promise.all([
      browser.post('/api/auth/login', { email, password }),
      browser.post('/api/auth/login', { email: 'stranger@example.com', password: 'x' }),
      browser.post('/api/auth/register', { email: 'new@example.com', password, organizationName: 'New' }),
      browser.post('/api/auth/email-code', { email }),
      browser.post('/api/auth/email-code/verify', { email, code: '000000' }),
      pending.validate(nextCode(own, enrolled.secret)),
    ]);
    for (const { status, body } of refusals) {
      expect(status).toBe(403);
      expect(body.error).toMatchObject({
        code: 'SIGN_IN_METHOD_NOT_ALLOWED',
        details: { methods: ['passkey'] },
      });
    }
    expect(await code(client, '/api/organizations')).toBe('SIGN_IN_METHOD_NOT_ALLOWED');
    expect((await own.audit()).some(({ action }) => action === 'AUTH_LOGIN_FAILURE')).toBe(false);
  });
});

describe('a session', () => {
  test('ends when it is too old, with its remembered login, and so does a refresh', async () => {
    const { owner, member } = await newTeam();
    await setPolicy(owner.client, organizationPolicy, { sessionMinutes: 60 });
    const browser = service.client();
    const login = await browser.post('/api/auth/login', { email: member.email, password, rememberMe: true });
    service.clock.advance({ minutes: 59 });
    expect((await browser.get(anywhere)).status).toBe(200);
    service.clock.advance({ minutes: 2 });
    const { refreshToken } = login.body.tokens;
    const refreshed = await service.client().post('/api/auth/refresh', { refreshToken });
    expect(refreshed.status).toBe(401);
    expect((await browser.get(anywhere)).status).toBe(401);
    expect((await browser.get('/api/auth/me')).status).toBe(401);
    expect(await service.sql`SELECT 1 FROM remember_me WHERE user_id = ${member.id}`).toHaveLength(0);
  });

  test('that a remembered login resumes keeps the age and the way of the sign-in', async () => {
    const { owner, member } = await newTeam();
    await setPolicy(owner.client, organizationPolicy, { sessionMinutes: 60 });
    const browser = service.client();
    await browser.post('/api/auth/login', { email: member.email, password, rememberMe: true });
    service.clock.advance({ minutes: 40 });
    browser.cookies.delete('latchkey_session');
    expect((await browser.get('/api/auth/me')).status).toBe(200);
    const [session] = await service.sql`
      SELECT sign_in_method FROM sessions WHERE user_id = ${member.id} ORDER BY created_at DESC LIMIT 1`;
    expect(session?.signInMethod).toBe('password');
    service.clock.advance({ minutes: 21 });
    expect((await browser.get('/api/auth/me')).status).toBe(401);
    browser.cookies.delete('latchkey_session');
    expect((await browser.get('/api/auth/me')).status).toBe(401);
  });

  test('ends when it was unused for too long, and lives on with every use', async () => {
    const { owner, member } = await newTeam();
    await setPolicy(owner.client, organizationPolicy, { idleMinutes: 30 });
    const { client } = member;
    for (let use = 0; use < 4; use++) {
      service.clock.advance({ minutes: 20 });
      expect((await client.get(anywhere)).status).toBe(200);
    }
    service.clock.advance({ minutes: 31 });
    expect((await client.get('/api/auth/me')).status).toBe(401);
  });

  test('lives on at another node, which hears of its last use in time', async () => {
    const other = await startService({ database: service.database, clock: service.clock, env });
    const { owner, member } = await newTeam();
    await setPolicy(owner.client, organizationPolicy, { idleMinutes: 1 });
    expect((await member.client.get(anywhere)).status).toBe(200);
    await service.deps.lastUse.sessions.flush([]);
    service.clock.advance({ seconds: 40 });
    expect((await member.client.get(anywhere)).status).toBe(200);
    // What is due, and not what may wait for longer.
    await service.deps.lastUse.sessions.flush([]);
    const there = other.client();
    for (const [name, value] of member.client.cookies) there.cookies.set(name, value);
    service.clock.advance({ seconds: 40 });
    expect((await there.get(anywhere)).status).toBe(200);
    await other.deps.lastUse.sessions.flush([]);
    service.clock.advance({ seconds: 61 });
    expect((await member.client.get(anywhere)).status).toBe(401);
  });

  test('needs a proof as recent as the policy asks', async () => {
    const { owner } = await newTeam();
    await setPolicy(owner.client, organizationPolicy, { recentProofMinutes: 2 });
    await service.sql`UPDATE sessions SET proven_at = ${service.clock.now()} WHERE user_id = ${owner.id}`;
    const change = () => owner.client.patch(organizationPolicy, { version: 1, policy: {} });
    expect((await change()).status).toBe(200);
    service.clock.advance({ minutes: 3 });
    expect((await change()).body.error.code).toBe('REAUTHENTICATION_REQUIRED');
  });
});

describe('a person’s other organization', () => {
  const choosing = (id: string) => ({ headers: { 'x-organization-id': id } });

  /** A member of a team who also belongs to another one, where the policy is set. */
  async function newCommuter(policy: Parameters<typeof setPolicy>[2]) {
    const { owner: boss, member } = await newTeam();
    const away = await newEnrolled(service);
    await joins(service, member.id, away.organizationId);
    await setPolicy(away.client, organizationPolicy, policy);
    return { home: boss.organizationId, away: away.organizationId, member };
  }

  test('judges what they do there, and nothing else', async () => {
    const { home, away, member } = await newCommuter({ twoFactorRequired: true, twoFactorGraceDays: 0 });
    const { client } = member;
    const setDefault = (id: string) => client.post(`/api/organizations/${id}/default`);
    expect((await client.get(anywhere)).status).toBe(200);
    const there = await client.get(anywhere, choosing(away));
    expect(there.body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
    expect((await client.get('/api/auth/me', choosing(away))).body.blockedBy).toBe(there.body.error.code);
    expect((await client.get('/api/auth/me')).body).not.toHaveProperty('blockedBy');
    // The default can be moved there and back again.
    for (const id of [away, home]) expect((await setDefault(id)).status).toBe(200);
  });

  test('keeps them from disabling two-factor, and has sign-in ask for it', async () => {
    const { member } = await newCommuter({ twoFactorRequired: true, twoFactorGraceDays: 30 });
    const { secret } = await enroll(service, member.client);
    const disabled = await member.client.post('/api/auth/2fa/disable', { code: nextCode(service, secret) });
    expect([disabled.status, disabled.body.error.code]).toEqual([403, 'TWO_FACTOR_REQUIRED']);
    const other = await newCommuter({ twoFactorRequired: true, twoFactorGraceDays: 30 });
    await addPasskey(other.member.client, new Authenticator(service));
    const { email } = other.member;
    const login = await service.client().post('/api/auth/login', { email, password });
    expect([login.body.requiresTwoFactor, login.body.methods]).toEqual([
      true,
      expect.arrayContaining(['passkey']),
    ]);
  });

  test('limits their sessions and judges their passwords', async () => {
    const { member } = await newCommuter({ sessionMinutes: 60, passwordStrength: 4 });
    const changed = await member.client.post('/api/users/profile', {
      password: 'Password123!',
      currentPassword: password,
    });
    expect(changed.body.error.code).toBe('PASSWORD_TOO_WEAK');
    service.clock.advance({ minutes: 61 });
    expect((await member.client.get(anywhere)).status).toBe(401);
  });
});

test('while an ADMIN acts as someone, the policies that count are the ADMIN’s own', async () => {
  const { owner, member } = await newTeam();
  const admin = await newStaff(service, 'ADMIN');
  const asked = { twoFactorRequired: true, twoFactorGraceDays: 0 };
  await setPolicy(owner.client, organizationPolicy, {
    ...asked,
    signInMethods: ['github'],
    sessionMinutes: 5,
  });
  await setPolicy(admin.client, organizationPolicy, { sessionMinutes: 30 });
  expect(await code(member.client)).toBe('SIGN_IN_METHOD_NOT_ALLOWED');
  service.clock.advance({ minutes: 6 });
  expect((await admin.client.post('/api/admin/impersonate', { userId: member.id })).status).toBe(200);
  expect((await admin.client.get(anywhere)).status).toBe(200);
  expect((await admin.client.get(organizationPolicy)).status).toBe(200);
  service.clock.advance({ minutes: 25 });
  expect((await admin.client.get(anywhere)).status).toBe(401);
});
