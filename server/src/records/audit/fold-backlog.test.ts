import { enter, enterMany } from '@latchkey/server/testing/audit';
import { takesAtMost } from '@latchkey/server/testing/database';
import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { expect, test, vi } from 'vitest';
import { sequenceEvents } from '../../features/webhooks/sequence-events.ts';
import type { Db } from '../../platform/db/sql.ts';
import { within } from '../../platform/db/transact.ts';
import { foldAudit } from './fold-store.ts';
import { sealTrail } from './seal-trail.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const service = started(startService);

const waiting = async (table: string) =>
  Number((await service.sql`SELECT count(*) AS n FROM ${service.sql(table)}`)[0]?.n);

test('a backlog many times larger than a batch is worked off in statements of bounded size', async () => {
  const admin = await newStaff(service, 'ADMIN');
  const { organizationId } = await newUser(service);
  await enterMany(service, 12_000, organizationId);
  // One row each, as separate transactions leave them; every address is new.
  await service.sql`DELETE FROM audit_unfolded`;
  await service.sql`
    INSERT INTO audit_unfolded (organization_id, day, action, category, user_email, n)
    SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date, action, category,
           coalesce(metadata->>'n', '0') || '@burst.example', 1 FROM audit_logs`;
  await service.sql`
    INSERT INTO events (id, type, body, created_at)
    SELECT gen_random_uuid(), 'user.signed_in', '{}', created_at FROM audit_logs LIMIT 3000`;
  const page = () => admin.client.get(`/api/admin/audit-logs?organizationId=${organizationId}&limit=3`);
  const before = (await page()).body;
  const queues = ['audit_unfolded', 'audit_unsealed', 'event_queue'];
  for (const queue of queues) await takesAtMost(service.sql, 2000, queue);
  await foldAudit(service.sql);
  await sealTrail(service.deps);
  await sequenceEvents(service);
  for (const queue of queues) expect([queue, await waiting(queue)]).toEqual([queue, 0]);
  const after = (await page()).body;
  expect(after.logs.map(({ id }: { id: string }) => id)).toEqual(
    before.logs.map(({ id }: { id: string }) => id),
  );
  const [{ n } = { n: 0 }] = await service.sql<{ n: number }[]>`
    SELECT (counts->>'events')::int AS n FROM audit_days WHERE organization_id = ${organizationId} ORDER BY n DESC LIMIT 1`;
  expect(n).toBeGreaterThanOrEqual(12_000);
});

test('while a burst waits to be folded, the first page shows the newest entries', async () => {
  const admin = await newStaff(service, 'ADMIN');
  await service.sql`
    INSERT INTO audit_unfolded (day, action, category, n)
    SELECT current_date, 'AUTH_LOGOUT', 'authentication', 0 FROM generate_series(1, 6000)`;
  const newest = await enter(service, { createdAt: new Date(service.clock.now().getTime() + 1000) });
  const { body } = await admin.client.get('/api/admin/audit-logs?organizationId=all&limit=1');
  expect(body.logs.map(({ id }: { id: string }) => id)).toEqual([newest]);
  expect(body.totalIsEstimate).toBe(true);
});

/** Each in a row of its own, as separate transactions leave them. */
async function backlog(entries: number, n = 1, db: Db = service.sql): Promise<void> {
  await db`
    INSERT INTO audit_unfolded (organization_id, day, action, category, user_email, n)
    SELECT '00000000-0000-7000-8000-000000000001', current_date, 'AUTH_LOGOUT', 'authentication', 'one@burst.example', ${n}
      FROM generate_series(1, ${entries}::int)`;
}

test('a backlog is folded from the end of its table, and leaves nothing behind that readers walk past', async () => {
  await foldAudit(service.sql);
  await service.sql`VACUUM audit_unfolded`;
  await backlog(60_000);
  const pages = async () =>
    (
      await service.sql<{ size: number; last: number | null }[]>`
        SELECT pg_relation_size('audit_unfolded')::int / current_setting('block_size')::int AS size,
               (SELECT max((ctid::text::point)[0])::int FROM audit_unfolded) AS last`
    )[0];
  const before = await pages();
  const stopping = new AbortController();
  const first = foldAudit(service.sql, stopping.signal);
  stopping.abort();
  await first;
  expect(await waiting('audit_unfolded')).toBe(58_000);
  const [{ begins } = { begins: -1 }] = await service.sql<{ begins: number }[]>`
    SELECT count(*)::int AS begins FROM audit_unfolded WHERE ctid < '(3,0)'`;
  expect(begins).toBeGreaterThan(100);
  await foldAudit(service.sql);
  expect(before?.size).toBeGreaterThan(400);
  expect(await pages()).toEqual({ size: 0, last: null });
});

test('a known address and organization are counted without writing to an index', async () => {
  await backlog(1);
  await foldAudit(service.sql);
  await service.sql.begin(async (tx) => {
    await backlog(1, 1, tx);
    await foldAudit(within(service.deps, tx as never).sql);
    const rows = await tx<{ written: number; elsewhere: number }[]>`
      SELECT pg_stat_get_xact_tuples_updated(oid)::int AS written,
             (pg_stat_get_xact_tuples_updated(oid) - pg_stat_get_xact_tuples_hot_updated(oid))::int AS elsewhere
        FROM pg_class WHERE relname IN ('audit_emails', 'audit_organizations')`;
    expect(rows.map(({ written }) => written > 0)).toEqual([true, true]);
    expect(rows.map(({ elsewhere }) => elsewhere)).toEqual([0, 0]);
  });
});

test('a row of the figures leaves as its count comes to zero', async () => {
  await foldAudit(service.sql);
  const counted = async () => {
    const [row] = await service.sql`
      SELECT (SELECT sum(entries)::int FROM audit_emails WHERE email = 'one@burst.example') AS of_email,
             (SELECT sum(entries)::int FROM audit_organizations
               WHERE organization_id = '00000000-0000-7000-8000-000000000001') AS of_organization`;
    return row;
  };
  await backlog(1);
  await foldAudit(service.sql);
  const { ofEmail } = (await counted()) as { ofEmail: number };
  await backlog(1, -ofEmail);
  await foldAudit(service.sql);
  expect(await counted()).toEqual({ ofEmail: null, ofOrganization: null });
});
