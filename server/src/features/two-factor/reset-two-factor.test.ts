import { permissions } from '@latchkey/contract';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { newHolder } from '@latchkey/server/testing/roles';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { giveRole } from '@latchkey/server/testing/standing';
import { newEnrolled, nextCode, startLogin } from '@latchkey/server/testing/two-factor';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { fromCommandLine } from '../../records/origin.ts';
import { resetTwoFactor } from './reset-two-factor.ts';

const service = started(startService);

const pathFor = (id: string) => `/api/admin/users/${id}/reset-2fa`;

test("an ADMIN resets a user's two-factor, which also removes codes, sessions and remember-me", async () => {
  const admin = await newStaff(service, 'ADMIN');
  const { client, id, email, secret } = await newEnrolled(service);
  const remembered = await startLogin(service, email, { rememberMe: true });
  await remembered.validate(nextCode(service, secret));
  const waiting = await startLogin(service, email);
  const reset = await admin.client.post(pathFor(id));
  expect(reset.status).toBe(200);
  expect(reset.body).toEqual({ message: expect.any(String) });
  const [row] = await service.sql`
    SELECT two_factor_enabled, two_factor_verified, two_factor_secret FROM users WHERE id = ${id}`;
  expect(row).toEqual({ twoFactorEnabled: false, twoFactorVerified: false, twoFactorSecret: null });
  for (const table of ['backup_codes', 'sessions', 'remember_me', 'pending_logins'])
    expect(await service.sql`SELECT 1 FROM ${service.sql(table)} WHERE user_id = ${id}`, table).toHaveLength(
      0,
    );
  expect((await client.get('/api/auth/me')).status).toBe(401);
  expect((await remembered.client.get('/api/auth/me')).status).toBe(401);
  expect((await waiting.validate(nextCode(service, secret))).body.error.code).toBe('PENDING_TOKEN_INVALID');
  const login = await service.client().post('/api/auth/login', { email, password });
  expect(login.body.tokens.accessToken).toEqual(expect.any(String));
});

test("the reset is recorded as the admin's action, and the user gets an email", async () => {
  const admin = await newStaff(service, 'ADMIN');
  const { id, email, organizationId } = await newEnrolled(service);
  await admin.client.post(pathFor(id));
  const entries = (await service.audit()).filter((entry) => entry.action === 'ADMIN_2FA_RESET');
  expect(entries.at(-1)).toMatchObject({ userId: admin.id, userEmail: admin.email, category: 'admin' });
  expect(entries.at(-1)?.metadata).toEqual({ adminUserId: admin.id, targetUserId: id });
  expect(entries.at(-1)?.organizationId).toBe(organizationId);
  expect((await service.audit(admin.email)).at(-1)).toMatchObject({
    action: 'SECURITY_ALL_SESSIONS_REVOKED',
    organizationId,
    metadata: { reason: 'two_factor_reset', targetUserId: id, targetEmail: email, sessions: 1 },
  });
  const mail = (await service.mails(email)).at(-1);
  expect(mail?.subject).toBe('Two-factor authentication is off');
  expect(mail?.text).toContain('by an administrator');
});

test('a pending setup can be reset, but with neither two-factor nor a setup a reset is 400', async () => {
  const admin = await newStaff(service, 'ADMIN');
  const { client, id } = await newUser(service);
  const nothing = await admin.client.post(pathFor(id));
  expect(nothing.status).toBe(400);
  expect(nothing.body.error.code).toBe('TWO_FACTOR_NOT_ENABLED');
  expect((await client.get('/api/auth/me')).status).toBe(200);
  await client.post('/api/auth/2fa/setup');
  expect((await admin.client.post(pathFor(id))).status).toBe(200);
  expect((await admin.client.post(pathFor(id))).status).toBe(400);
});

test('an unknown or malformed id is 404', async () => {
  const admin = await newStaff(service, 'ADMIN');
  expect((await admin.client.post(pathFor(uuidv7()))).status).toBe(404);
  expect((await admin.client.post(pathFor('nobody'))).status).toBe(404);
});

test('no one without users:write can reset two-factor, whether or not the id exists', async () => {
  const { id, organizationId } = await newEnrolled(service);
  const others = [
    await newUser(service),
    await newStaff(service, 'MODERATOR'),
    await newMember(service, organizationId, 'OWNER'),
    await newHolder(
      service,
      permissions.filter((each) => each !== 'users:write'),
      { organizationId },
    ),
  ];
  for (const { client } of others)
    for (const target of [id, uuidv7()]) {
      const refused = await client.post(pathFor(target));
      expect(refused.status).toBe(403);
      expect(refused.body.error.code).toBe('PERMISSION_DENIED');
    }
  expect((await service.client().post(pathFor(id))).status).toBe(401);
  const [row] = await service.sql`SELECT two_factor_enabled FROM users WHERE id = ${id}`;
  expect(row?.twoFactorEnabled).toBe(true);
});

test('an ADMIN cannot reset their own two-factor, which would disable it without a code', async () => {
  const admin = await newStaff(service, 'ADMIN');
  const refused = await admin.client.post(pathFor(admin.id));
  expect(refused.status).toBe(403);
  expect(refused.body.error.code).toBe('OWN_ACCOUNT');
  const [row] = await service.sql`SELECT two_factor_enabled FROM users WHERE id = ${admin.id}`;
  expect(row?.twoFactorEnabled).toBe(true);
});

test('a caller who impersonates a colleague still cannot act on their own account', async () => {
  const home = await newOrganization(service);
  const may = ['users:write', 'users:impersonate'];
  const [self, peer] = [
    await newHolder(service, may, { organizationId: home.id, rank: 'OWNER' }),
    await newHolder(service, may, { organizationId: home.id, rank: 'OWNER' }),
  ];
  expect((await self.client.post('/api/admin/impersonate', { userId: peer.id })).status).toBe(200);
  for (const act of [
    () => self.client.post(pathFor(self.id)),
    () => self.client.post(`/api/users/${self.id}/deactivate`),
    () => self.client.put(`/api/users/${self.id}`, { isActive: false }),
  ])
    expect((await act()).body.error.code).toBe('OWN_ACCOUNT');
  const [row] = await service.sql`SELECT two_factor_enabled, is_active FROM users WHERE id = ${self.id}`;
  expect(row).toEqual({ twoFactorEnabled: true, isActive: true });
});

test('a role with users:write cannot reset anyone who may do more, which would be privilege escalation', async () => {
  const helper = await newEnrolled(service);
  const roleId = uuidv7();
  await service.sql`
    INSERT INTO roles (id, name, permissions, created_at, updated_at)
    VALUES (${roleId}, 'ROLE_HELPDESK', '{users:read,users:write}', 'epoch', 'epoch')`;
  await giveRole(service, helper.id, roleId);
  const auditor = await newHolder(service, ['audit:read']);
  for (const target of [await newStaff(service, 'ADMIN'), auditor]) {
    const refused = await helper.client.post(pathFor(target.id));
    expect(refused.status).toBe(403);
    expect(refused.body.error.code).toBe('PERMISSION_DENIED');
    const [row] = await service.sql`SELECT two_factor_enabled FROM users WHERE id = ${target.id}`;
    expect(row?.twoFactorEnabled).toBe(true);
  }
  const { id } = await newEnrolled(service);
  expect((await helper.client.post(pathFor(id))).status).toBe(200);
});

test('an ADMIN can reset another ADMIN, who is blocked until they set up two-factor again', async () => {
  const [one, other] = [await newStaff(service, 'ADMIN'), await newStaff(service, 'ADMIN')];
  const { id } = await newEnrolled(service);
  expect((await one.client.post(pathFor(other.id))).status).toBe(200);
  const again = service.client();
  const login = await again.post('/api/auth/login', { email: other.email, password });
  expect(login.body).toMatchObject({ requiresTwoFactorSetup: true, redirectTo: '/profile/security' });
  expect((await again.post(pathFor(id))).body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
});

test('an access token can reset two-factor, but an API key cannot', async () => {
  const admin = await newStaff(service, 'ADMIN');
  const { id } = await newEnrolled(service);
  const created = await admin.client.post('/api/keys', { name: 'ci', permission: 'READ_WRITE' });
  expect(created.status).toBe(201);
  const byKey = service.client();
  byKey.bearer = created.body.key;
  const refused = await byKey.post(pathFor(id));
  expect(refused.status).toBe(403);
  expect(refused.body.error.code).toBe('API_KEY_NOT_ALLOWED');
  const byToken = service.client();
  byToken.bearer = admin.tokens.accessToken;
  expect((await byToken.post(pathFor(id))).status).toBe(200);
});

test('only one of ten parallel resets succeeds', async () => {
  const admin = await newStaff(service, 'ADMIN');
  const { id, email } = await newEnrolled(service);
  const answers = await Promise.all(Array.from({ length: 10 }, () => admin.client.post(pathFor(id))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
  const mails = (await service.mails(email)).filter(({ subject }) => subject.endsWith('is off'));
  expect(mails).toHaveLength(1);
});

test('a command-line reset is recorded without an acting user, and refuses what cannot be reset', async () => {
  const { client, id } = await newEnrolled(service);
  const reset = (target: string) =>
    resetTwoFactor(
      { deps: service.deps, caller: { kind: 'system' }, origin: fromCommandLine(service.deps) },
      { id: target },
    );
  expect(await reset(id)).toBeUndefined();
  expect((await client.get('/api/auth/me')).status).toBe(401);
  const entry = (await service.audit()).filter(({ action }) => action === 'ADMIN_2FA_RESET').at(-1);
  expect(entry).toMatchObject({
    userId: null,
    userEmail: null,
    ipAddress: null,
    metadata: { adminUserId: null, targetUserId: id },
  });
  expect(await reset(id)).toMatchObject({ refused: 'TWO_FACTOR_NOT_ENABLED' });
  expect(await reset(uuidv7())).toMatchObject({ refused: 'NOT_FOUND' });
});
