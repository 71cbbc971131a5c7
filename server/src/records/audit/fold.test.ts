import { emptyTrail, enter, enterMany } from '@latchkey/server/testing/audit';
import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertEntry } from './audit-store.ts';
import { foldAudit } from './fold-store.ts';

const service = started(startService);
let admin: Client;
beforeAll(async () => {
  admin = (await newStaff(service, 'ADMIN')).client;
});

type Day = { date: string; events: number; signIns: number };
const chart = async (client: Client, organizationId = 'all') =>
  (await client.get(`/api/admin/audit-logs/activity?days=90&organizationId=${organizationId}`)).body
    .days as Day[];
const unfolded = async () => (await service.sql`SELECT 1 FROM audit_unfolded`).length;

/** The same, by counting every entry. */
async function counted(organizationId: string | null) {
  const rows = await service.sql<{ date: string; events: number; signIns: number }[]>`
    SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date, count(*)::int AS events,
           (count(*) FILTER (WHERE action = 'AUTH_LOGIN_SUCCESS'))::int AS sign_ins
      FROM audit_logs WHERE ${organizationId}::uuid IS NULL OR organization_id = ${organizationId}
     GROUP BY 1 ORDER BY 1`;
  return rows.map((row) => ({ ...row }));
}
const busyDays = (days: Day[]) =>
  days.filter(({ events }) => events > 0).map(({ date, events, signIns }) => ({ date, events, signIns }));

describe("the audit trail's counts", () => {
  test('are the same before, between and after folds', async () => {
    const { organizationId } = await newUser(service);
    for (const days of [0, 1, 30, 30]) {
      const createdAt = new Date(service.clock.now().getTime() - days * 86_400_000);
      await enter(service, { organizationId, createdAt, action: 'AUTH_LOGIN_SUCCESS' });
      expect(busyDays(await chart(admin))).toEqual(await counted(null));
      await foldAudit(service.sql);
      expect(await unfolded()).toBe(0);
      expect(busyDays(await chart(admin))).toEqual(await counted(null));
      expect(busyDays(await chart(admin, organizationId))).toEqual(await counted(organizationId));
    }
  });

  test('include entries that are committed late and out of order', async () => {
    const { organizationId } = await newUser(service);
    const { sql, clock } = service;
    const entry = {
      userId: null,
      userEmail: 'late@example.com',
      organizationId,
      action: 'AUTH_LOGIN_SUCCESS' as const,
      category: 'authentication' as const,
      ipAddress: null,
      userAgent: null,
      metadata: {},
      event: { type: 'user.login_succeeded', body: '{}' },
    };
    const later = new Date(clock.now().getTime() - 1000);
    await sql.begin(async (slow) => {
      // Written first but committed last: what comes after it is folded first.
      await insertEntry(slow, {
        ...entry,
        id: crypto.randomUUID(),
        createdAt: new Date(later.getTime() - 1000),
      });
      await insertEntry(sql, { ...entry, id: crypto.randomUUID(), createdAt: later });
      await foldAudit(sql);
      expect(busyDays(await chart(admin))).toEqual(await counted(null));
    });
    expect(busyDays(await chart(admin))).toEqual(await counted(null));
    await foldAudit(sql);
    expect(busyDays(await chart(admin))).toEqual(await counted(null));
    expect((await admin.get('/api/admin/audit-logs?organizationId=all&userEmail=late@')).body.total).toBe(2);
  });

  test('stay correct while entries are written and folded at the same time', async () => {
    const others = [service.database.connect(), service.database.connect()];
    const writing = Array.from({ length: 40 }, () => enter(service, { action: 'AUTH_LOGIN_SUCCESS' }));
    const folding = [service.sql, ...others].flatMap((sql) => [
      foldAudit(sql),
      foldAudit(sql),
      foldAudit(sql),
    ]);
    await Promise.all([...writing, ...folding]);
    expect(busyDays(await chart(admin))).toEqual(await counted(null));
    await foldAudit(service.sql);
    expect(busyDays(await chart(admin))).toEqual(await counted(null));
  });

  test('never make one writer wait for another, even in the same organization', async () => {
    const { organizationId } = await newUser(service);
    await service.sql.begin(async (slow) => {
      await slow`INSERT INTO audit_logs (id, action, category, organization_id, created_at)
        VALUES (gen_random_uuid(), 'AUTH_LOGOUT', 'authentication', ${organizationId}, ${service.clock.now()})`;
      await enter(service, { organizationId });
      await foldAudit(service.sql);
      await enter(service, { organizationId });
    });
  });
});

describe('an organization with many entries', () => {
  const pageOf = async (query: string) => (await admin.get(`/api/admin/audit-logs?${query}`)).body;
  const numbers = (body: { logs: { metadata: { n?: number } }[] }) =>
    body.logs.map(({ metadata }) => metadata.n);

  test('is counted in advance from then on, with the same results', async () => {
    const { organizationId } = await newUser(service);
    const isCounted = async () =>
      (
        await service.sql`SELECT 1 FROM audit_organizations WHERE organization_id = ${organizationId} AND counted`
      ).length === 1;
    await emptyTrail(service, organizationId);
    await enterMany(service, 10_000, organizationId);
    await foldAudit(service.sql);
    expect(await isCounted()).toBe(false);
    await enter(service, { organizationId, metadata: { n: 0 } });
    const before = await pageOf(`organizationId=${organizationId}&page=100`);
    await foldAudit(service.sql);
    expect(await isCounted()).toBe(true);
    const after = await pageOf(`organizationId=${organizationId}&page=100`);
    expect(numbers(after)).toEqual(Array.from({ length: 50 }, (_, at) => 4950 + at));
    expect(after.logs).toEqual(before.logs);
    expect(after).toMatchObject({ total: 10_001, totalIsEstimate: true });
    expect(busyDays(await chart(admin, organizationId))).toEqual(await counted(organizationId));
    await enter(service, { organizationId, metadata: { n: -1 } });
    expect(busyDays(await chart(admin, organizationId))).toEqual(await counted(organizationId));
    expect(numbers(await pageOf(`organizationId=${organizationId}&limit=2`))).toEqual([-1, 0]);
  });

  test('counts no entry twice when its newest entries are not folded yet', async () => {
    const { organizationId } = await newUser(service);
    await enterMany(service, 10_001, organizationId);
    await foldAudit(service.sql);
    await service.sql`UPDATE audit_organizations SET counted = false, counted_from = NULL WHERE organization_id = ${organizationId}`;
    await service.sql`DELETE FROM audit_days WHERE organization_id = ${organizationId}`;
    const late = service.database.connect();
    await late.begin(async (tx) => {
      await tx`INSERT INTO audit_logs (id, action, category, organization_id, created_at)
        VALUES (gen_random_uuid(), 'AUTH_LOGOUT', 'authentication', ${organizationId}, ${service.clock.now()})`;
      await foldAudit(service.sql);
    });
    await foldAudit(service.sql);
    expect(busyDays(await chart(admin, organizationId))).toEqual(await counted(organizationId));
  });
});
