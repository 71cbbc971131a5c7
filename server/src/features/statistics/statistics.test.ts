import type { AuditAction } from '@latchkey/contract';
import { emptyTrail, enter } from '@latchkey/server/testing/audit';
import { Authenticator, addPasskey } from '@latchkey/server/testing/authenticator';
import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember } from '@latchkey/server/testing/organizations';
import { clientFor, newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { deactivate } from '@latchkey/server/testing/standing';
import { beforeAll, describe, expect, test } from 'vitest';
import { foldAudit } from '../../records/audit/fold-store.ts';
import { noteActiveUsers } from './statistics.ts';

const service = started(startService);
const hour = 3_600_000;
let adminId: string;
beforeAll(async () => {
  adminId = (await newStaff(service, 'ADMIN')).id;
});

/** Signed in again: the clock may have moved by days. */
const asAdmin = () => clientFor(service, adminId);
const read = async (client: Client, query: string) => {
  const { status, body } = await client.get(`/api/admin/statistics?${query}`);
  expect(status).toBe(200);
  return body;
};

/** A new organization with nothing in its log. */
async function newTeam() {
  const { client, organizationId } = await newUser(service);
  await emptyTrail(service, organizationId);
  const happens = async (hoursAgo: number, action: AuditAction, metadata: Record<string, unknown> = {}) => {
    const createdAt = new Date(service.clock.now().getTime() - hoursAgo * hour);
    await enter(service, { organizationId, createdAt, action, metadata });
  };
  return { client, organizationId, happens };
}

describe('the statistics of a period', () => {
  test('stand beside those of the period before, by sign-in method and by reason of failure', async () => {
    const { client, happens } = await newTeam();
    await happens(1, 'AUTH_LOGIN_SUCCESS', { method: 'passkey' });
    for (const ago of [24, 100]) await happens(ago, 'AUTH_LOGIN_SUCCESS', { method: 'password' });
    await happens(8 * 24, 'AUTH_LOGIN_SUCCESS', { method: 'password' });
    await happens(2, 'AUTH_LOGIN_FAILURE', { reason: 'wrong_password' });
    await happens(9 * 24, 'AUTH_LOGIN_FAILURE', { reason: 'locked' });
    await happens(15 * 24, 'AUTH_LOGIN_FAILURE', { reason: 'locked' });
    await happens(3, 'SECURITY_ACCOUNT_LOCKED');
    await happens(10 * 24, 'AUTH_REGISTER');
    expect(await read(client, 'days=7')).toMatchObject({
      signIns: { count: 3, before: 1 },
      failures: { count: 1, before: 1 },
      lockouts: { count: 1, before: 0 },
      signUps: { count: 0, before: 1 },
      signInMethods: [
        { name: 'password', count: 2, before: 1 },
        { name: 'passkey', count: 1, before: 0 },
      ],
      failureReasons: [
        { name: 'wrong_password', count: 1, before: 0 },
        { name: 'locked', count: 0, before: 1 },
      ],
      adoption: null,
    });
  });

  test('of 24 hours are those of its hours', async () => {
    const { client, happens } = await newTeam();
    for (const ago of [0.01, 22.9, 24.1, 46.9, 49])
      await happens(ago, 'AUTH_LOGIN_SUCCESS', { method: 'sso' });
    const { signIns, signInMethods } = await read(client, 'days=1');
    expect(signIns).toEqual({ count: 2, before: 2 });
    expect(signInMethods).toEqual([{ name: 'sso', count: 2, before: 2 }]);
  });

  test.each(['1', '7', '90'])(
    'of all organizations are the same before and after folds: %s days',
    async (days) => {
      await emptyTrail(service);
      await foldAudit(service.sql);
      const admin = await asAdmin();
      const { happens } = await newTeam();
      const all = async () => {
        const { signIns, failures, signInMethods, failureReasons } = await read(
          admin,
          `days=${days}&organizationId=all`,
        );
        return { signIns, failures, signInMethods, failureReasons };
      };
      const before = await all();
      for (const reason of ['wrong_code', 'wrong_code', 'inactive'])
        await happens(0.01, 'AUTH_LOGIN_FAILURE', { reason });
      await happens(0.01, 'AUTH_LOGIN_SUCCESS', { method: 'email_code' });
      const counted = await all();
      expect(counted.signIns.count).toBe(before.signIns.count + 1);
      expect(counted.failureReasons).toEqual([
        { name: 'wrong_code', count: 2, before: 0 },
        { name: 'inactive', count: 1, before: 0 },
      ]);
      await foldAudit(service.sql);
      expect(await all()).toEqual(counted);
      await happens(0.01, 'AUTH_LOGIN_FAILURE', { reason: 'inactive' });
      await foldAudit(service.sql);
      expect((await all()).failures.count).toBe(counted.failures.count + 1);
    },
  );

  test('count people who signed in, and know how many there were before once that was noted', async () => {
    const others = [await newUser(service), await newUser(service)];
    const first = await read(await asAdmin(), 'days=7&organizationId=all');
    expect(first.activeUsers.total).toBeGreaterThan(2);
    expect(first.activeUsers.before).toBeNull();
    await noteActiveUsers(service.deps);
    await noteActiveUsers(service.deps);
    service.clock.advance({ days: 7 });
    await newUser(service);
    const later = await read(await asAdmin(), 'days=7&organizationId=all');
    expect(later.activeUsers).toEqual({ total: 1, before: first.activeUsers.total });
    expect((await read(await asAdmin(), 'days=30&organizationId=all')).activeUsers.before).toBeNull();
    const { client, id } = others[0] ?? (await newUser(service));
    expect(client.cookies.size).toBeGreaterThan(0);
    const own = await read(await clientFor(service, id), 'days=7');
    expect(own.activeUsers).toEqual({ total: 0, before: null });
  });

  test('count active accounts with two-factor and with passkeys', async () => {
    const admin = await asAdmin();
    const adoption = async () => (await read(admin, 'organizationId=all')).adoption;
    const before = await adoption();
    const person = await newUser(service);
    await addPasskey(person.client, new Authenticator(service));
    const gone = await newUser(service);
    await deactivate(service, gone.id);
    expect(await adoption()).toEqual({
      users: { total: before.users.total + 1 },
      twoFactor: { total: before.twoFactor.total },
      passkeys: { total: before.passkeys.total + 1 },
    });
  });
});

describe('the statistics of one day', () => {
  test('count each hour, the current one last, and a longer period has none', async () => {
    const { client, happens } = await newTeam();
    const now = service.clock.now().getTime();
    const current = Math.floor(now / hour) * hour;
    const before = (hours: number) => (now - current) / hour + hours;
    const signsIn = (hours: number) => happens(before(hours), 'AUTH_LOGIN_SUCCESS', { method: 'password' });
    for (const hours of [0, 0, 0.5, 22.9, 23.1]) await signsIn(hours);
    await happens(before(0.9), 'AUTH_LOGIN_FAILURE', { reason: 'locked' });
    const { hours } = await read(client, 'days=1');
    const at = (nth: number) => new Date(current - nth * hour).toISOString();
    expect(hours).toHaveLength(24);
    expect(hours.at(-1)).toEqual({ at: at(0), signIns: 2, failures: 0 });
    expect(hours.at(-2)).toEqual({ at: at(1), signIns: 1, failures: 1 });
    expect(hours[0]).toEqual({ at: at(23), signIns: 1, failures: 0 });
    expect((await read(client, 'days=7')).hours).toBeNull();
  });

  test('of all organizations are the same before and after folds', async () => {
    await emptyTrail(service);
    await foldAudit(service.sql);
    const { happens } = await newTeam();
    for (const ago of [0.01, 0.01, 3]) await happens(ago, 'AUTH_LOGIN_SUCCESS', { method: 'sso' });
    const admin = await asAdmin();
    const all = async () =>
      (await read(admin, 'days=1&organizationId=all')).hours.map(
        ({ signIns }: { signIns: number }) => signIns,
      );
    const counted = await all();
    expect(counted.at(-4)).toBe(1);
    await foldAudit(service.sql);
    expect(await all()).toEqual(counted);
  });
});

describe('the statistics of others', () => {
  test("are not shown to an organization's ADMIN, whatever they ask for", async () => {
    const { client } = await newTeam();
    const other = await newTeam();
    await other.happens(1, 'AUTH_LOGIN_FAILURE', { reason: 'locked' });
    for (const asked of ['all', other.organizationId, 'neither an id nor all']) {
      const { failures, adoption } = await read(client, `organizationId=${asked}`);
      expect([failures.count, adoption]).toEqual([0, null]);
    }
  });

  test('are not shown to members, nor to visitors', async () => {
    const { organizationId } = await newTeam();
    const member = await newMember(service, organizationId ?? '', 'MEMBER');
    expect((await member.client.get('/api/admin/statistics')).status).toBe(403);
    expect((await service.client().get('/api/admin/statistics')).status).toBe(401);
  });

  test.each(['days=2', 'days=0', 'days=x', 'organizationId=x'])('%s is refused', async (query) => {
    expect((await (await asAdmin()).get(`/api/admin/statistics?${query}`)).status).toBe(400);
  });
});
