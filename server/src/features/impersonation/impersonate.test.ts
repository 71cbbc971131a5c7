import { type Endpoint, endpoints } from '@latchkey/contract';
import { eventsOf, startImpersonating, whoIs } from '@latchkey/server/testing/impersonation';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember } from '@latchkey/server/testing/organizations';
import { clientFor, newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { deactivate, removeMember, setTwoFactor } from '@latchkey/server/testing/standing';
import { describe, expect, test } from 'vitest';

const service = started(startService);

/** Gives a user a further role below a system role. */
async function giveRole(userId: string, parent: string | null, permissions: string[] = []) {
  const name = `ROLE_TEST_${userId.replaceAll('-', '').toUpperCase()}`;
  await service.sql`
    INSERT INTO roles (id, name, parent_id, permissions, created_at, updated_at)
    SELECT gen_random_uuid(), ${name}, (SELECT id FROM roles WHERE name = ${parent}), ${permissions}, 'epoch', 'epoch'`;
  await service.sql`INSERT INTO user_roles SELECT ${userId}, id FROM roles WHERE name = ${name}`;
}

describe('starting an impersonation', () => {
  test('returns the target, and the session acts as them from then on', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const target = await newUser(service);
    const started = await admin.client.post('/api/admin/impersonate', { userId: target.id });
    expect(started.status).toBe(200);
    expect(started.body).toEqual({
      success: true,
      user: { id: target.id, email: target.email, role: 'USER' },
    });
    const { body } = await admin.client.get('/api/auth/me');
    expect(body.user).toMatchObject({ id: target.id, role: 'USER' });
    expect(body.user).not.toHaveProperty('lockedUntil');
    expect(body.organization.id).toBe(target.organizationId);
    expect(body.impersonating).toEqual({
      originalUserId: admin.id,
      originalEmail: admin.email,
      originalRole: 'ADMIN',
      startedAt: expect.any(Number),
      minutesRemaining: 60,
    });
    expect(Math.abs(body.impersonating.startedAt - service.clock.now().getTime() / 1000)).toBeLessThan(60);
  });

  test("is recorded as the ADMIN's action, in the target's organization", async () => {
    const { admin, target } = await startImpersonating(service);
    const metadata = { adminUserId: admin.id, targetUserId: target.id, targetEmail: target.email };
    expect((await eventsOf(service, admin.email)).at(-1)).toMatchObject({
      action: 'ADMIN_IMPERSONATION_START',
      category: 'admin',
      userId: admin.id,
      organizationId: target.organizationId,
      metadata,
    });
  });

  test('keeps the reason, where an OWNER of the organization reads it', async () => {
    const owner = await newUser(service);
    const target = await newMember(service, owner.organizationId, 'MEMBER');
    const admin = await newStaff(service, 'ADMIN');
    const reason = 'Ticket 4711: their invoices are missing.';
    const started = await admin.client.post('/api/admin/impersonate', { userId: target.id, reason });
    expect(started.status).toBe(200);
    const { logs } = (await owner.client.get('/api/admin/audit-logs')).body;
    const start = logs.find(({ action }: { action: string }) => action === 'ADMIN_IMPERSONATION_START');
    expect(start.metadata).toMatchObject({ reason, targetUserId: target.id });
  });

  test.each(['too short', 'x'.repeat(501), '', 7])('takes no reason like %j', async (reason) => {
    const { client } = await newStaff(service, 'ADMIN');
    const { id } = await newUser(service);
    const refused = await client.post('/api/admin/impersonate', { userId: id, reason });
    expect(refused.body.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { reason: [expect.any(String)] },
    });
    expect((await client.get('/api/auth/me')).body.impersonating).toBeNull();
  });

  test('takes a reason where the service requires one', async () => {
    const strict = await startService({ env: { IMPERSONATION_REASON: 'required' } });
    const { client } = await newStaff(strict, 'ADMIN');
    const { id } = await newUser(strict);
    const path = '/api/admin/impersonate';
    const refused = await client.post(path, { userId: id });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { reason: ['Required.'] },
    });
    expect((await client.post(path, { userId: id, reason: 'Asked for by phone.' })).status).toBe(200);
  });

  test("gives the session only the target's permissions", async () => {
    const { admin } = await startImpersonating(service);
    expect((await admin.client.get('/api/auth/me')).body.permissions).toEqual([]);
    // The mask does not stop these, as it would a second impersonation: they ask for a permission and nothing else.
    const reads = [
      '/api/users',
      '/api/admin/roles',
      '/api/admin/emails',
      `/api/admin/users/${admin.id}/roles`,
    ];
    for (const path of reads)
      expect((await admin.client.get(path)).body.error.code).toBe('PERMISSION_DENIED');
    const unlocked = await admin.client.post(`/api/users/${admin.id}/unlock`);
    expect(unlocked.body.error.code).toBe('PERMISSION_DENIED');
    expect((await admin.client.get(`/api/users/${admin.id}`)).status).toBe(404);
  });

  test('is allowed for a user who is ADMIN through an additional role', async () => {
    const helper = await newUser(service);
    await giveRole(helper.id, 'ROLE_ADMIN');
    await setTwoFactor(service, helper.id, true);
    const target = await newUser(service);
    expect((await helper.client.post('/api/admin/impersonate', { userId: target.id })).status).toBe(200);
    expect((await helper.client.get('/api/auth/me')).body.impersonating.originalRole).toBe('USER');
  });

  test('works with a MODERATOR as the target', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const moderator = await newStaff(service, 'MODERATOR');
    const started = await admin.client.post('/api/admin/impersonate', { userId: moderator.id });
    expect(started.body).toMatchObject({ success: true, user: { role: 'MODERATOR' } });
  });

  test("leaves the ADMIN's other sessions, earlier and later, acting as the ADMIN", async () => {
    const admin = await newStaff(service, 'ADMIN');
    const target = await newUser(service);
    const earlier = await clientFor(service, admin.id);
    expect((await admin.client.post('/api/admin/impersonate', { userId: target.id })).status).toBe(200);
    expect(await whoIs(admin.client)).toBe(target.id);
    const later = await clientFor(service, admin.id);
    for (const other of [earlier, later]) expect(await whoIs(other)).toBe(admin.id);
  });

  test('sets no cookies and keeps the session and its CSRF token', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const target = await newUser(service);
    const started = await admin.client.post('/api/admin/impersonate', { userId: target.id });
    expect(started.cookies).toEqual({});
    expect((await admin.client.post('/api/users/profile', { firstName: 'Ada' })).status).toBe(200);
    const forged = await admin.client.post('/api/users/profile', { firstName: 'Eve' }, { csrf: false });
    expect([forged.status, forged.body.error.code]).toEqual([403, 'CSRF_INVALID']);
  });
});

describe('starting an impersonation is refused', () => {
  test('to anyone but an ADMIN, whether or not the target exists', async () => {
    const { client, id } = await newUser(service);
    const moderator = await newStaff(service, 'MODERATOR');
    for (const caller of [client, moderator.client])
      for (const userId of [id, '01890000-0000-7000-8000-00000000dead', 'nobody']) {
        const answer = await caller.post('/api/admin/impersonate', { userId });
        expect([answer.status, answer.body.error.code]).toEqual([403, 'PERMISSION_DENIED']);
      }
    expect((await service.client().post('/api/admin/impersonate', { userId: id })).status).toBe(401);
  });

  test('to an ADMIN without two-factor', async () => {
    const admin = await newStaff(service, 'ADMIN', { twoFactor: false });
    const { id } = await newUser(service);
    const answer = await admin.client.post('/api/admin/impersonate', { userId: id });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'TWO_FACTOR_SETUP_REQUIRED']);
  });

  test('when the target is the caller, an ADMIN by main or additional role, or an inactive user', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const other = await newStaff(service, 'ADMIN');
    const byFurtherRole = await newUser(service);
    await giveRole(byFurtherRole.id, 'ROLE_ADMIN');
    const inactive = await newUser(service);
    await deactivate(service, inactive.id);
    for (const { id } of [admin, other, byFurtherRole, inactive]) {
      const answer = await admin.client.post('/api/admin/impersonate', { userId: id });
      expect([answer.status, answer.body.error.code]).toEqual([403, 'CANNOT_IMPERSONATE']);
    }
    expect(await whoIs(admin.client)).toBe(admin.id);
    expect(await eventsOf(service, admin.email)).toEqual([]);
  });

  test('when the target has a permission that the impersonator lacks', async () => {
    const helper = await newUser(service);
    await setTwoFactor(service, helper.id, true);
    await giveRole(helper.id, 'ROLE_USER', ['users:read', 'users:impersonate']);
    const keeper = await newUser(service);
    await giveRole(keeper.id, 'ROLE_USER', ['roles:write']);
    const plain = await newUser(service);
    expect((await helper.client.post('/api/admin/impersonate', { userId: keeper.id })).status).toBe(403);
    expect((await helper.client.post('/api/admin/impersonate', { userId: plain.id })).status).toBe(200);
  });

  test('with 404 for an unknown user and 400 when userId is missing, empty or not a string', async () => {
    const admin = await newStaff(service, 'ADMIN');
    for (const userId of ['01890000-0000-7000-8000-00000000dead', 'nobody'])
      expect((await admin.client.post('/api/admin/impersonate', { userId })).status).toBe(404);
    for (const body of [{}, { userId: '' }, { userId: 7 }, { userId: null }])
      expect((await admin.client.post('/api/admin/impersonate', body)).status).toBe(400);
  });

  test('while already impersonating', async () => {
    const { admin, target } = await startImpersonating(service);
    const other = await newUser(service);
    const again = await admin.client.post('/api/admin/impersonate', { userId: other.id });
    expect([again.status, again.body.error.type]).toEqual([403, 'FORBIDDEN']);
    expect(await whoIs(admin.client)).toBe(target.id);
  });

  test('to an access token or API key, and neither can exit an impersonation', async () => {
    const { admin, target } = await startImpersonating(service);
    const key = await newKey(await clientFor(service, admin.id), { permission: 'READ_WRITE' });
    const byToken = service.client();
    byToken.bearer = admin.tokens.accessToken;
    const attempts = [
      [byToken, 'COOKIE_SESSION_REQUIRED'],
      [keyClient(service, key.key), 'API_KEY_NOT_ALLOWED'],
    ] as const;
    for (const [client, code] of attempts)
      for (const path of ['/api/admin/impersonate', '/api/admin/exit-impersonation']) {
        const answer = await client.post(path, { userId: target.id });
        expect([answer.status, answer.body.error.code]).toEqual([403, code]);
      }
    expect(await whoIs(admin.client)).toBe(target.id);
  });

  test('to all but one of ten concurrent attempts', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const { id: userId } = await newUser(service);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin.client.post('/api/admin/impersonate', { userId })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(9);
    expect(await eventsOf(service, admin.email)).toHaveLength(1);
  });
});

describe('while impersonating', () => {
  test('access tokens of the same session, existing or refreshed, still act as the ADMIN', async () => {
    const { admin } = await startImpersonating(service);
    const refreshed = await admin.client.post('/api/auth/refresh', {});
    for (const token of [admin.tokens.accessToken, refreshed.body.tokens.accessToken]) {
      const byToken = service.client();
      byToken.bearer = token;
      const { body } = await byToken.get('/api/auth/me');
      expect(body.user.id).toBe(admin.id);
      expect(body.impersonating).toBeNull();
    }
  });

  test("actions are recorded as the target's, with the ADMIN named", async () => {
    const { admin, target } = await startImpersonating(service);
    await removeMember(service, target.id);
    const made = await admin.client.post('/api/organizations', { name: 'Made for them' });
    expect(made.status).toBe(201);
    expect((await service.audit(target.email)).at(-1)).toMatchObject({
      action: 'ORG_CREATED',
      userId: target.id,
      metadata: { impersonatedBy: admin.id },
    });
  });

  test('every audit entry names the ADMIN, whatever the action', async () => {
    const { client, id: adminId } = await newStaff(service, 'ADMIN');
    const mask = await newUser(service);
    await setTwoFactor(service, mask.id, true);
    await giveRole(mask.id, 'ROLE_MODERATOR', ['users:write', 'roles:read', 'roles:write']);
    const member = await newMember(service, mask.organizationId, 'MEMBER');
    await setTwoFactor(service, member.id, true);
    await client.post('/api/admin/impersonate', { userId: mask.id });
    const before = (await service.audit()).length;
    const role = await client.post('/api/admin/roles', { name: `ROLE_MASKED_${before}` });
    const invited = await client.post('/api/organizations/current/invites', { email: 'masked@example.com' });
    const { name: roleName, id: roleId } = role.body.role;
    const acts = [
      await client.patch(`/api/admin/roles/${roleId}`, { description: 'By whom?' }),
      await client.put(`/api/admin/users/${member.id}/roles`, { roles: [roleName] }),
      await client.put(`/api/admin/users/${member.id}/roles`, { roles: [] }),
      await client.delete(`/api/admin/roles/${roleId}`),
      await client.put(`/api/users/${member.id}`, { firstName: 'Masked' }),
      await client.post(`/api/users/${member.id}/deactivate`),
      await client.post(`/api/users/${member.id}/activate`),
      await client.post(`/api/admin/users/${member.id}/reset-2fa`),
      await client.patch('/api/organizations/current', { name: 'Masked' }),
      await client.delete(`/api/organizations/current/invites/${invited.body.invite.id}`),
      await client.patch(`/api/organizations/current/members/${member.id}`, { role: 'ADMIN' }),
      await client.delete(`/api/organizations/current/members/${member.id}`),
      await client.post('/api/auth/logout'),
    ];
    for (const { status, text } of acts) expect(status, text).toBe(200);
    const entries = (await service.audit()).slice(before);
    expect(entries.length).toBeGreaterThanOrEqual(acts.length + 2);
    for (const { action, metadata } of entries)
      expect({ action, by: metadata.impersonatedBy }).toEqual({ action, by: adminId });
  });

  test('minutesRemaining counts down', async () => {
    const { admin } = await startImpersonating(service);
    service.clock.advance({ minutes: 25 });
    expect((await admin.client.get('/api/auth/me')).body.impersonating.minutesRemaining).toBe(35);
  });

  test("logging out ends the ADMIN's session and records the logout and the impersonation's end", async () => {
    const { admin, target } = await startImpersonating(service);
    const theirs = target.client;
    const session = admin.client.cookies.get('latchkey_session') ?? '';
    expect((await admin.client.post('/api/auth/logout')).status).toBe(200);
    const stale = service.client();
    stale.cookies.set('latchkey_session', session);
    expect((await stale.get('/api/auth/me')).status).toBe(401);
    expect((await theirs.get('/api/auth/me')).status).toBe(200);
    const entries = await service.audit(admin.email);
    expect(entries.slice(-2)).toMatchObject([
      { action: 'ADMIN_IMPERSONATION_END', metadata: { reason: 'logout', targetUserId: target.id } },
      { action: 'AUTH_LOGOUT', userId: admin.id },
    ]);
    for (const { metadata } of entries.slice(-2)) expect(metadata.impersonatedBy).toBe(admin.id);
    expect((await service.audit(target.email)).map(({ action }) => action)).not.toContain('AUTH_LOGOUT');
  });

  test("logging out ends the ADMIN's remember-me series", async () => {
    const { email, id } = await newStaff(service, 'ADMIN', { twoFactor: false });
    const client = service.client();
    await client.post('/api/auth/login', { email, password, rememberMe: true });
    await setTwoFactor(service, id, true);
    await client.post('/api/admin/impersonate', { userId: (await newUser(service)).id });
    await client.post('/api/auth/logout');
    expect(await service.sql`SELECT 1 FROM remember_me WHERE user_id = ${id}`).toHaveLength(0);
  });

  const routes = Object.entries(endpoints as Record<string, Endpoint>);
  const blocked = routes.filter(([, route]) => route.impersonation === 'blocked');
  test.each(blocked)('%s is blocked', async (_name, route) => {
    const { admin } = await startImpersonating(service);
    const path = route.path.replace(/:\w+/g, '01890000-0000-7000-8000-00000000dead');
    // A route that needs a session only sometimes is blocked then.
    const asked = 'sessionWhen' in route.access ? `?${route.access.sessionWhen}=true` : '';
    const answer = await admin.client.send(route.method, `${path}${asked}`);
    expect(answer.status).toBe(403);
    expect(answer.body.error).toMatchObject({
      type: 'FORBIDDEN',
      code: 'IMPERSONATION_BLOCKED',
      message: 'This action is not allowed while impersonating a user.',
    });
  });

  test.each([
    'POST /api/auth/2fa/setup',
    'POST /api/auth/2fa/verify',
    'POST /api/auth/2fa/disable',
    'DELETE /api/users/:id',
    'DELETE /api/auth/oauth/accounts/:provider',
    'POST /api/keys',
    'PATCH /api/keys/:id',
    'DELETE /api/keys/:id',
    'DELETE /api/organizations/current',
    'DELETE /api/auth/sessions',
    'DELETE /api/auth/sessions/:id',
  ])('%s is declared blocked', (named) => {
    const route = routes.find(([, { method, path }]) => `${method} ${path}` === named)?.[1];
    expect(route?.impersonation).toBe('blocked');
  });

  test('the password and email cannot be changed, but the rest of the profile can', async () => {
    const { admin, target } = await startImpersonating(service);
    for (const change of [
      { password: 'Other-Horse-8', currentPassword: 'Correct-Horse-7' },
      { firstName: 'Eve', password: 'Other-Horse-8' },
      { email: 'somebody.else@example.com' },
    ]) {
      const answer = await admin.client.post('/api/users/profile', change);
      expect([answer.status, answer.body.error.code]).toEqual([403, 'IMPERSONATION_BLOCKED']);
    }
    const named = await admin.client.post('/api/users/profile', { firstName: 'Ada' });
    expect(named.body.user).toMatchObject({ id: target.id, firstName: 'Ada', email: target.email });
    expect(await service.mails(target.email)).toHaveLength(1);
  });

  test("the target's own sessions are unaffected", async () => {
    const { admin, target } = await startImpersonating(service);
    expect(await whoIs(target.client)).toBe(target.id);
    expect((await target.client.get('/api/auth/me')).body.impersonating).toBeNull();
    await admin.client.post('/api/admin/exit-impersonation');
    expect(await whoIs(target.client)).toBe(target.id);
  });
});

describe('exiting an impersonation', () => {
  test('returns the session to the ADMIN and records the duration', async () => {
    const { admin, target } = await service.clock.hold(async () => {
      const pair = await startImpersonating(service);
      service.clock.advance({ minutes: 2 });
      const exit = await pair.admin.client.post('/api/admin/exit-impersonation');
      expect([exit.status, exit.body]).toEqual([200, { success: true }]);
      return pair;
    });
    const { body } = await admin.client.get('/api/auth/me');
    expect(body.user.id).toBe(admin.id);
    expect(body.impersonating).toBeNull();
    expect((await eventsOf(service, admin.email)).at(-1)).toMatchObject({
      action: 'ADMIN_IMPERSONATION_END',
      category: 'admin',
      userId: admin.id,
      organizationId: target.organizationId,
      metadata: {
        adminUserId: admin.id,
        targetUserId: target.id,
        targetEmail: target.email,
        duration: 120,
        reason: 'exit',
      },
    });
  });

  test('is 403 when not impersonating', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const user = await newUser(service);
    for (const { client } of [admin, user]) {
      const answer = await client.post('/api/admin/exit-impersonation');
      expect([answer.status, answer.body.error.code]).toEqual([403, 'NOT_IMPERSONATING']);
    }
  });

  test('needs the CSRF token', async () => {
    const { admin } = await startImpersonating(service);
    const forged = await admin.client.post('/api/admin/exit-impersonation', undefined, { csrf: false });
    expect([forged.status, forged.body.error.code]).toEqual([403, 'CSRF_INVALID']);
  });

  test('ten times concurrently ends it only once', async () => {
    const { admin } = await startImpersonating(service);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin.client.post('/api/admin/exit-impersonation')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(9);
    const events = (await eventsOf(service, admin.email)).map(({ action }) => action);
    expect(events).toEqual(['ADMIN_IMPERSONATION_START', 'ADMIN_IMPERSONATION_END']);
  });

  test('allows a new impersonation afterward', async () => {
    const { admin, target } = await startImpersonating(service);
    await admin.client.post('/api/admin/exit-impersonation');
    expect((await admin.client.post('/api/admin/impersonate', { userId: target.id })).status).toBe(200);
    expect(await whoIs(admin.client)).toBe(target.id);
  });
});
