import { enter, enterMany, newOwnerWithEmptyTrail } from '@latchkey/server/testing/audit';
import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { clientFor, newStaff, newUser, startService } from '@latchkey/server/testing/service';
import {
  deleteAccount,
  giveOrganizationRole,
  giveRole,
  removeMember,
  setTwoFactor,
} from '@latchkey/server/testing/standing';
import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';

const path = '/api/admin/audit-logs';
const at = (time: string) => new Date(time);

const service = started(startService);

type Listed = { id: string; organizationId: string | null };
const idsOf = (answer: { body: { logs: Listed[] } }) => answer.body.logs.map(({ id }) => id);

/** A system ADMIN who belongs to no organization. */
async function rootAdmin() {
  const admin = await newStaff(service, 'ADMIN');
  await removeMember(service, admin.id);
  return admin;
}

describe('what concerns one user, or comes from one address', () => {
  test('is found among everything, whoever acted', async () => {
    const admin = await rootAdmin();
    const [userId, other] = [uuidv7(), uuidv7()];
    const by = await enter(service, { userId, ipAddress: '198.51.100.61' });
    const about = await enter(service, { userId: other, metadata: { targetUserId: userId } });
    await enter(service, { userId: other, metadata: { targetUserId: other, sessionId: userId } });
    const found = await admin.client.get(`${path}?organizationId=all&userId=${userId}`);
    expect(idsOf(found).sort()).toEqual([by, about].sort());
    expect(found.body.total).toBe(2);
    const fromThere = await admin.client.get(`${path}?organizationId=all&ipAddress=198.51.100.61`);
    expect(idsOf(fromThere)).toEqual([by]);
    expect((await admin.client.get(`${path}?ipAddress=198.51.100.6`)).body.logs).toEqual([]);
    expect((await admin.client.get(`${path}?userId=${userId.slice(1)}`)).status).toBe(400);
  });

  test("never reaches another organization's entries", async () => {
    const { client, organizationId } = await newOwnerWithEmptyTrail(service);
    const userId = uuidv7();
    const own = await enter(service, { userId, organizationId, ipAddress: '198.51.100.62' });
    const foreign = await newUser(service);
    const there = { userId, organizationId: foreign.organizationId, ipAddress: '198.51.100.62' };
    await enter(service, there);
    for (const filter of [`userId=${userId}`, 'ipAddress=198.51.100.62'])
      expect(idsOf(await client.get(`${path}?organizationId=all&${filter}`))).toEqual([own]);
  });
});

describe('an entry', () => {
  test('is shown in full, with exactly the declared fields', async () => {
    const { client, organizationId } = await newOwnerWithEmptyTrail(service);
    const userId = uuidv7();
    const id = await enter(service, {
      action: 'SECURITY_PASSWORD_CHANGED',
      userId,
      userEmail: 'ada@example.com',
      organizationId,
      metadata: { sessionsRevoked: 2, nested: { deep: [1, null, 'x'] } },
      createdAt: at('2026-01-02T03:04:05.678Z'),
    });
    const answer = await client.get(path);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      logs: [
        {
          id,
          userId,
          userEmail: 'ada@example.com',
          action: 'SECURITY_PASSWORD_CHANGED',
          category: 'security',
          ipAddress: '192.0.2.7',
          userAgent: 'curl/8',
          organizationId,
          metadata: { sessionsRevoked: 2, nested: { deep: [1, null, 'x'] } },
          createdAt: '2026-01-02T03:04:05.678Z',
          sealed: false,
        },
      ],
      total: 1,
      page: 1,
      pageSize: 50,
      totalPages: 1,
    });
  });

  test('without a user has no userId or userEmail', async () => {
    const { client, organizationId } = await newOwnerWithEmptyTrail(service);
    await enter(service, { organizationId, ipAddress: null, userAgent: null });
    const [entry] = (await client.get(path)).body.logs;
    expect(entry).toMatchObject({ userId: null, userEmail: null, ipAddress: null, userAgent: null });
  });

  test('keeps the email of a deleted user', async () => {
    const { client, organizationId } = await newOwnerWithEmptyTrail(service);
    const member = await newUser(service);
    await enter(service, { organizationId, userId: member.id, userEmail: member.email });
    await deleteAccount(service, member.id);
    const [entry] = (await client.get(`${path}?userEmail=${member.email}`)).body.logs;
    expect(entry).toMatchObject({ userId: member.id, userEmail: member.email });
  });
});

describe('filters and order', () => {
  let anybody: Client | undefined;

  test('the newest entry comes first, and of two with the same timestamp, the one written later', async () => {
    const { client, organizationId } = await newOwnerWithEmptyTrail(service);
    const old = await enter(service, { organizationId, createdAt: at('2026-01-01T00:00:00Z') });
    const first = await enter(service, { organizationId, createdAt: at('2026-01-02T00:00:00Z') });
    const second = await enter(service, { organizationId, createdAt: at('2026-01-02T00:00:00Z') });
    expect(idsOf(await client.get(path))).toEqual([second, first, old]);
  });

  test('category and action narrow the list, and both must match when combined', async () => {
    const { client, organizationId } = await newOwnerWithEmptyTrail(service);
    const logout = await enter(service, { organizationId, action: 'AUTH_LOGOUT' });
    const login = await enter(service, { organizationId, action: 'AUTH_LOGIN_SUCCESS' });
    const key = await enter(service, { organizationId, action: 'API_KEY_CREATED' });
    const invite = await enter(service, { organizationId, action: 'ORG_INVITE_CREATED' });
    const ask = async (query: string) => idsOf(await client.get(`${path}?${query}`));
    expect(await ask('category=authentication')).toEqual([login, logout]);
    expect(await ask('category=security')).toEqual([key]);
    expect(await ask('category=admin')).toEqual([invite]);
    expect(await ask('action=AUTH_LOGOUT')).toEqual([logout]);
    expect(await ask('action=AUTH_LOGOUT&category=authentication')).toEqual([logout]);
    expect(await ask('action=AUTH_LOGOUT&category=admin')).toEqual([]);
  });

  test('an unknown category is 400, and an unknown action matches nothing', async () => {
    const { client } = await newOwnerWithEmptyTrail(service);
    const unknown = await client.get(`${path}?category=authorization`);
    expect(unknown.status).toBe(400);
    expect(unknown.body.error).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(unknown.body.error.details.category).toHaveLength(1);
    expect((await client.get(`${path}?action=NO_SUCH_THING`)).body).toMatchObject({ logs: [], total: 0 });
  });

  test('userEmail matches any part of the address, ignoring case', async () => {
    const { client, organizationId } = await newOwnerWithEmptyTrail(service);
    const ada = await enter(service, { organizationId, userEmail: 'ada.lovelace@filters.example' });
    await enter(service, { organizationId, userEmail: 'charles@filters.example' });
    await enter(service, { organizationId });
    for (const part of ['LOVElace', 'ada.', 'a.l', 'e@filt', '%20ada.lovelace@filters.example%20'])
      expect(idsOf(await client.get(`${path}?userEmail=${part}`)), part).toEqual([ada]);
    expect((await client.get(`${path}?userEmail=filters.example`)).body.total).toBe(2);
  });

  test('percent, underscore and backslash in userEmail are matched literally', async () => {
    const { client, organizationId } = await newOwnerWithEmptyTrail(service);
    const odd = await enter(service, { organizationId, userEmail: 'a_b%c\\d@odd.example' });
    await enter(service, { organizationId, userEmail: 'axbyczd@odd.example' });
    for (const part of ['_', '%', '\\', 'a_b', 'b%c', 'c\\d'])
      expect(idsOf(await client.get(`${path}?userEmail=${encodeURIComponent(part)}`)), part).toEqual([odd]);
  });

  test('from and to are inclusive, and a to date without a time covers the whole day', async () => {
    const { client, organizationId } = await newOwnerWithEmptyTrail(service);
    const times = ['2026-03-01T00:00:00.000Z', '2026-03-01T23:59:59.999Z', '2026-03-02T00:00:00.000Z'];
    const ids: string[] = [];
    for (const time of times) ids.unshift(await enter(service, { organizationId, createdAt: at(time) }));
    const [third, second, first] = ids;
    const ask = async (query: string) => idsOf(await client.get(`${path}?${query}`));
    expect(await ask('from=2026-03-01&to=2026-03-01')).toEqual([second, first]);
    expect(await ask('from=2026-03-02')).toEqual([third]);
    expect(await ask('to=2026-02-28')).toEqual([]);
    expect(await ask('from=2026-03-01T23:59:59.999Z&to=2026-03-01T23:59:59.999Z')).toEqual([second]);
    expect(await ask('from=2026-03-01T23:59:59.999')).toEqual([third, second]);
    expect(await ask('to=2026-03-02T02:00:00%2B02:00')).toEqual([third, second, first]);
    expect(await ask('to=2026-03-02T01:59:59%2B02:00')).toEqual([first]);
    expect(await ask('from=0001-01-01&to=9999-12-31')).toEqual([third, second, first]);
  });

  test.each([
    'from=yesterday',
    'from=2026-02-30',
    'to=2026-13-01',
    'to=2026-01-01T25:00:00Z',
    'from=1767225600',
    'from=',
    'from=0000-01-01',
    'to=9999-12-31T23:59:59-12:00',
    'from=2026-03-02&to=2026-03-01',
    'from=2026-03-01T00:00:01Z&to=2026-03-01T00:00:00Z',
    'from=2026-01-01&from=2026-01-02',
    'page=0',
    'page=-1',
    'page=x',
    'limit=0',
    'limit=1.5',
    'export=perhaps',
    'userEmail=%00',
  ])('%s is 400', async (query) => {
    anybody ??= (await newUser(service)).client;
    const answer = await anybody.get(`${path}?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('VALIDATION_FAILED');
  });
});

describe('pages', () => {
  test('hold 50 entries by default, at most 100, and at most 10000 for an export', async () => {
    const { client, organizationId } = await newOwnerWithEmptyTrail(service);
    await enterMany(service, 10_000, organizationId);
    const sizes = async (query: string) => {
      const { body } = await client.get(`${path}?${query}`);
      return [body.logs.length, body.pageSize, body.total, body.totalPages];
    };
    expect(await sizes('')).toEqual([50, 50, 10_000, 200]);
    expect(await sizes('limit=7')).toEqual([7, 7, 10_000, 1429]);
    expect(await sizes('limit=5000')).toEqual([100, 100, 10_000, 100]);
    expect(await sizes('limit=5000&export=true')).toEqual([5000, 5000, 10_000, 2]);
    expect(await sizes('limit=99999&export=true')).toEqual([10_000, 10_000, 10_000, 1]);
    expect(await sizes('limit=99999&export=false')).toEqual([100, 100, 10_000, 100]);
  });

  test('follow one another without gaps, and are empty past the last one', async () => {
    const { client, organizationId } = await newOwnerWithEmptyTrail(service);
    await enterMany(service, 25, organizationId);
    const seen: number[] = [];
    for (const page of [1, 2, 3]) {
      const { body } = await client.get(`${path}?limit=10&page=${page}`);
      expect(body).toMatchObject({ page, pageSize: 10, total: 25, totalPages: 3 });
      seen.push(...body.logs.map((entry: { metadata: { n: number } }) => entry.metadata.n));
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
    for (const page of [4, 999_999_999])
      expect((await client.get(`${path}?limit=10&page=${page}`)).body).toMatchObject({ logs: [], total: 25 });
  });

  test('report an exact total up to 10000 entries, and beyond that a total marked as an estimate', async () => {
    const { client, organizationId } = await newOwnerWithEmptyTrail(service);
    await enterMany(service, 10_000, organizationId);
    expect((await client.get(path)).body).not.toHaveProperty('totalIsEstimate');
    await enterMany(service, 2000, organizationId);
    await service.sql`ANALYZE audit_logs`;
    const { body } = await client.get(path);
    expect(body.totalIsEstimate).toBe(true);
    expect(body.total).toBeGreaterThan(10_000);
    expect(body.total).toBeLessThan(15_000);
    expect(body.totalPages).toBe(Math.ceil(body.total / 50));
    const deep = await client.get(`${path}?page=240`);
    expect(deep.body.logs).toHaveLength(50);
  });
});

describe('scope', () => {
  test.each(['ADMIN', 'OWNER'])(
    'an %s of an organization sees only that organization, whatever they ask for',
    async (role) => {
      const mine = await newOwnerWithEmptyTrail(service);
      const other = await newOwnerWithEmptyTrail(service);
      await service.sql`UPDATE organization_members SET role = ${role} WHERE user_id = ${mine.id}`;
      const own = await enter(service, { organizationId: mine.organizationId });
      await enter(service, { organizationId: other.organizationId });
      await enter(service, { organizationId: null });
      for (const asked of ['', 'all', other.organizationId, mine.organizationId, 'rubbish', uuidv7()]) {
        const answer = await mine.client.get(`${path}?organizationId=${asked}`);
        expect(idsOf(answer), asked).toEqual([own]);
        expect(answer.body.total).toBe(1);
      }
    },
  );

  test('a MEMBER, a MODERATOR and a user without an organization are refused', async () => {
    const member = await newUser(service);
    await giveOrganizationRole(service, member.id, 'MEMBER');
    const moderator = await newStaff(service, 'MODERATOR');
    await giveOrganizationRole(service, moderator.id, 'MEMBER');
    const alone = await newUser(service);
    await removeMember(service, alone.id);
    for (const { client } of [member, moderator, alone]) {
      const answer = await client.get(path);
      expect(answer.status).toBe(403);
      expect(answer.body.error.code).toBe('PERMISSION_DENIED');
    }
    expect((await service.client().get(path)).status).toBe(401);
  });

  test('a system ADMIN sees their own organization unless they ask for another or for all', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const other = await newOwnerWithEmptyTrail(service);
    const foreign = await enter(service, { organizationId: other.organizationId });
    const nobodys = await enter(service, { organizationId: null });
    const organizationsOf = async (query: string) => {
      const { body } = await admin.client.get(`${path}?limit=100&${query}`);
      return new Set(body.logs.map((entry: Listed) => entry.organizationId));
    };
    expect(await organizationsOf('')).toEqual(new Set([admin.organizationId]));
    expect(idsOf(await admin.client.get(`${path}?organizationId=${other.organizationId}`))).toEqual([
      foreign,
    ]);
    const all = idsOf(await admin.client.get(`${path}?organizationId=all`));
    expect(all.slice(0, 2)).toEqual([nobodys, foreign]);
    expect((await admin.client.get(`${path}?organizationId=${uuidv7()}`)).body.logs).toEqual([]);
    expect((await admin.client.get(`${path}?organizationId=mine`)).status).toBe(400);
  });

  test('a system ADMIN without an organization sees everything', async () => {
    const admin = await rootAdmin();
    const other = await newOwnerWithEmptyTrail(service);
    const foreign = await enter(service, { organizationId: other.organizationId });
    const nobodys = await enter(service, { organizationId: null });
    expect(idsOf(await admin.client.get(path)).slice(0, 2)).toEqual([nobodys, foreign]);
  });

  test('an ADMIN who has yet to set up two-factor sees nothing, even as OWNER of their organization', async () => {
    const admin = await newStaff(service, 'ADMIN', { twoFactor: false });
    const answer = await (await clientFor(service, admin.id)).get(path);
    expect(answer.status).toBe(403);
    expect(answer.body.error.code).toBe('TWO_FACTOR_SETUP_REQUIRED');
  });

  test('an additional role with audit:read can see other organizations', async () => {
    const auditor = await newUser(service);
    await setTwoFactor(service, auditor.id, true);
    const other = await newOwnerWithEmptyTrail(service);
    const foreign = await enter(service, { organizationId: other.organizationId });
    const roleId = uuidv7();
    await service.sql`
      INSERT INTO roles (id, name, permissions, created_at, updated_at)
      VALUES (${roleId}, 'ROLE_AUDITOR', '{audit:read}', ${service.clock.now()}, ${service.clock.now()})`;
    await giveRole(service, auditor.id, roleId);
    const answer = await auditor.client.get(`${path}?organizationId=${other.organizationId}`);
    expect(idsOf(answer)).toEqual([foreign]);
  });
});
