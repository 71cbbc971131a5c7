import { eventsOf, startImpersonating, whoIs } from '@latchkey/server/testing/impersonation';
import { started } from '@latchkey/server/testing/lifetime';
import { startService } from '@latchkey/server/testing/service';
import {
  deactivate,
  deleteAccount,
  giveSystemRole,
  moveAddress,
  reactivate,
  setTwoFactor,
} from '@latchkey/server/testing/standing';
import { describe, expect, test } from 'vitest';

const service = started(startService);

describe('when an impersonation reaches sixty minutes', () => {
  test('it is still active a second before, and a request a second after runs as the ADMIN', async () => {
    const { admin, target } = await service.clock.hold(async () => {
      const pair = await startImpersonating(service);
      service.clock.advance({ minutes: 60, seconds: -1 });
      expect((await pair.admin.client.get('/api/auth/me')).body).toMatchObject({
        user: { id: pair.target.id },
        impersonating: { minutesRemaining: 1 },
      });
      service.clock.advance({ seconds: 2 });
      return pair;
    });
    const { body } = await admin.client.get('/api/auth/me');
    expect(body.user.id).toBe(admin.id);
    expect(body.impersonating).toBeNull();
    const last = (await eventsOf(service, admin.email)).at(-1);
    expect(last).toMatchObject({
      action: 'ADMIN_IMPERSONATION_EXPIRED',
      userId: admin.id,
      metadata: {
        adminUserId: admin.id,
        targetUserId: target.id,
        targetEmail: target.email,
        duration: 3600,
      },
    });
    expect(last?.metadata).not.toHaveProperty('impersonatedBy');
  });

  test('twenty concurrent requests all run as the ADMIN and the expiry is recorded once', async () => {
    const { admin } = await startImpersonating(service);
    service.clock.advance({ minutes: 61 });
    const seen = await Promise.all(Array.from({ length: 20 }, () => whoIs(admin.client)));
    expect(new Set(seen)).toEqual(new Set([admin.id]));
    const actions = (await eventsOf(service, admin.email)).map(({ action }) => action);
    expect(actions).toEqual(['ADMIN_IMPERSONATION_START', 'ADMIN_IMPERSONATION_EXPIRED']);
  });

  test('an unsafe request runs as the ADMIN, not as the target', async () => {
    const { admin, target } = await startImpersonating(service);
    service.clock.advance({ minutes: 60, seconds: 1 });
    const saved = await admin.client.post('/api/users/profile', { firstName: 'Themselves' });
    expect(saved.body.user).toMatchObject({ id: admin.id, firstName: 'Themselves' });
    const [row] = await service.sql`SELECT first_name FROM users WHERE id = ${target.id}`;
    expect(row?.firstName).toBeNull();
  });

  test('exiting returns 403 because it has already ended', async () => {
    const { admin } = await startImpersonating(service);
    service.clock.advance({ minutes: 61 });
    const exit = await admin.client.post('/api/admin/exit-impersonation');
    expect([exit.status, exit.body.error.code]).toEqual([403, 'NOT_IMPERSONATING']);
  });
});

type Pair = Awaited<ReturnType<typeof startImpersonating>>;
const sql = () => service.sql;

describe('an active impersonation', () => {
  const changes: [string, string, (pair: Pair) => Promise<unknown>][] = [
    [
      'the target is promoted to ADMIN',
      'target_promoted',
      ({ target }) => giveSystemRole(service, target.id, 'ADMIN'),
    ],
    [
      'the target becomes ADMIN through an additional role',
      'target_promoted',
      ({ target }) =>
        sql()`INSERT INTO user_roles SELECT ${target.id}, id FROM roles WHERE name = 'ROLE_ADMIN'`,
    ],
    ['the target is deactivated', 'target_deactivated', ({ target }) => deactivate(service, target.id)],
    ['the target is deleted', 'target_deleted', ({ target }) => deleteAccount(service, target.id)],
    ['the ADMIN is demoted', 'admin_demoted', ({ admin }) => giveSystemRole(service, admin.id, 'USER')],
    [
      'the ADMIN loses two-factor',
      'admin_without_two_factor',
      ({ admin }) => setTwoFactor(service, admin.id, false),
    ],
  ];

  test.each(changes)(
    'ends with the next request, which is refused, when %s',
    async (_case, reason, change) => {
      const { admin, target } = await startImpersonating(service);
      service.clock.advance({ seconds: 90 });
      await change({ admin, target });
      const refused = await admin.client.get('/api/auth/me');
      expect([refused.status, refused.body.error.code]).toEqual([403, 'PERMISSION_DENIED']);
      const { status, body } = await admin.client.get('/api/auth/me');
      expect(status).toBe(200);
      expect(body.user.id).toBe(admin.id);
      expect(body.impersonating).toBeNull();
      const events = await eventsOf(service, admin.email);
      expect(events).toHaveLength(2);
      expect(events[1]).toMatchObject({
        action: 'ADMIN_IMPERSONATION_END',
        userId: admin.id,
        metadata: { adminUserId: admin.id, targetUserId: target.id, targetEmail: target.email, reason },
      });
      expect(events[1]?.metadata.duration).toBeGreaterThanOrEqual(90);
    },
  );

  test('ends with no user signed in when the ADMIN is deactivated', async () => {
    const { admin } = await startImpersonating(service);
    await deactivate(service, admin.id);
    expect((await admin.client.get('/api/auth/me')).status).toBe(401);
  });

  test("continues when the target's email changes, and its end is recorded with the original email", async () => {
    const { admin, target } = await startImpersonating(service);
    await moveAddress(service, target.id, 'moved@example.com');
    expect(await whoIs(admin.client)).toBe(target.id);
    await admin.client.post('/api/admin/exit-impersonation');
    expect((await eventsOf(service, admin.email)).at(-1)?.metadata.targetEmail).toBe(target.email);
  });
});

describe('two nodes sharing a database', () => {
  test("see an impersonation's start, exit, expiry and target deactivation on the next request", async () => {
    const second = await startService({ database: service.database, clock: service.clock });
    const { admin, target } = await startImpersonating(service);
    const elsewhere = second.client();
    for (const [name, value] of admin.client.cookies) elsewhere.cookies.set(name, value);
    expect(await whoIs(elsewhere)).toBe(target.id);
    await admin.client.post('/api/admin/exit-impersonation');
    expect(await whoIs(elsewhere)).toBe(admin.id);
    await elsewhere.post('/api/admin/impersonate', { userId: target.id });
    expect(await whoIs(admin.client)).toBe(target.id);
    await deactivate(service, target.id);
    expect((await elsewhere.get('/api/auth/me')).status).toBe(403);
    expect(await whoIs(elsewhere)).toBe(admin.id);
    await reactivate(service, target.id);
    expect(await whoIs(admin.client)).toBe(admin.id);
    await elsewhere.post('/api/admin/impersonate', { userId: target.id });
    service.clock.advance({ minutes: 61 });
    const seen = await Promise.all([admin.client, elsewhere].flatMap((one) => [whoIs(one), whoIs(one)]));
    expect(new Set(seen)).toEqual(new Set([admin.id]));
    const expired = (await eventsOf(service, admin.email)).filter(
      ({ action }) => action === 'ADMIN_IMPERSONATION_EXPIRED',
    );
    expect(expired).toHaveLength(1);
  });
});

describe('when the service requires two-factor for everyone', () => {
  test('an ADMIN impersonating a user without it is let through and can exit', async () => {
    const strict = await startService({ env: { ENABLE_TWO_FACTOR_AUTH: 'true' } });
    const { admin, target } = await startImpersonating(strict);
    const { body } = await admin.client.get('/api/auth/me');
    expect(body).toMatchObject({ user: { id: target.id }, requiresTwoFactorSetup: false });
    expect((await admin.client.get('/api/keys')).status).toBe(200);
    expect((await admin.client.post('/api/admin/exit-impersonation')).status).toBe(200);
    expect((await target.client.get('/api/keys')).body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
  });
});
