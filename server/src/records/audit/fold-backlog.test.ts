import { enter, enterMany, foldedOf, leaveUnfolded, unfoldedAtFirst } from '@latchkey/server/testing/audit';
import { pagesOf, rowsIn, takesAtMost, updatesOf } from '@latchkey/server/testing/database';
import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { expect, test, vi } from 'vitest';
import { sequenceEvents } from '../../features/webhooks/sequence-events.ts';
import { within } from '../../platform/db/transact.ts';
import { foldAudit } from './fold-store.ts';
import { sealTrail } from './seal-trail.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const service = started(startService);

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
  for (const queue of queues) expect([queue, await rowsIn(service.sql, queue)]).toEqual([queue, 0]);
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

test('a backlog is folded from the end of its table, and leaves nothing behind that readers walk past', async () => {
  const { sql } = service;
  await foldAudit(sql);
  await sql`VACUUM audit_unfolded`;
  await leaveUnfolded(sql, 60_000);
  expect(await pagesOf(sql, 'audit_unfolded')).toBeGreaterThan(400);
  const stopping = new AbortController();
  const first = foldAudit(sql, stopping.signal);
  stopping.abort();
  await first;
  expect(await rowsIn(sql, 'audit_unfolded')).toBe(58_000);
  expect(await unfoldedAtFirst(sql)).toBeGreaterThan(100);
  await foldAudit(sql);
  expect(await rowsIn(sql, 'audit_unfolded')).toBe(0);
  expect(await pagesOf(sql, 'audit_unfolded')).toBe(0);
});

test('a known address and organization are counted without writing to an index', async () => {
  await leaveUnfolded(service.sql, 1);
  await foldAudit(service.sql);
  await service.sql.begin(async (tx) => {
    await leaveUnfolded(tx, 1);
    await foldAudit(within(service.deps, tx).sql);
    for (const table of ['audit_emails', 'audit_organizations']) {
      const { updated, reindexed } = await updatesOf(tx, table);
      expect([table, updated > 0, reindexed]).toEqual([table, true, 0]);
    }
  });
});

test('a row of the figures leaves as its count comes to zero', async () => {
  const { sql } = service;
  await leaveUnfolded(sql, 1);
  await foldAudit(sql);
  const { email, organization } = await foldedOf(sql);
  expect(email).toBeGreaterThan(0);
  expect(organization).toBe(email);
  await leaveUnfolded(sql, 1, -Number(email));
  await foldAudit(sql);
  expect(await foldedOf(sql)).toEqual({ email: null, organization: null });
});
