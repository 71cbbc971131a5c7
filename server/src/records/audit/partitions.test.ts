import { emptyTrail, enter } from '@latchkey/server/testing/audit';
import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { beforeEach, describe, expect, test } from 'vitest';
import { keepPartitions, sweep } from '../../runtime/upkeep.ts';
import { foldAudit } from './fold-store.ts';
import { makePartitions } from './partition-store.ts';
import { dropExpired } from './retention.ts';

const service = started(() => startService({ env: { AUDIT_RETENTION_DAYS: '90' } }));

/** Which partition each entry is in. */
const whereabouts = async () =>
  service.sql<{ partition: string; id: string }[]>`
    SELECT tableoid::regclass::text AS partition, id FROM audit_logs ORDER BY created_at, id`;
const partitions = async () =>
  (
    await service.sql<{ name: string }[]>`
    SELECT relid::text AS name FROM pg_partition_tree('audit_logs') WHERE isleaf ORDER BY 1`
  ).map(({ name }) => name);
const nameOf = (time: Date) => `audit_logs_${time.toISOString().slice(0, 7).replace('-', '_')}`;
const monthsFrom = (time: Date, months: number) =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months, 1));

beforeEach(async () => {
  await emptyTrail(service);
  await service.sql`TRUNCATE audit_seals, audit_sealed, audit_unsealed`;
});

describe('partitions', () => {
  test('exist for this month and the next three, plus one for everything else', async () => {
    const now = service.clock.now();
    const expected = [0, 1, 2, 3].map((months) => nameOf(monthsFrom(now, months)));
    expect(await partitions()).toEqual([...expected, 'audit_logs_default'].sort());
  });

  test('are created ahead of time, even when several nodes do it at once', async () => {
    service.clock.advance({ days: 31 });
    const others = [service.database.connect(), service.database.connect()];
    const sees = [service.sql, ...others].map((sql) =>
      sql.begin((tx) => makePartitions(tx, service.clock.now())),
    );
    await Promise.all(sees);
    expect(await partitions()).toContain(nameOf(monthsFrom(service.clock.now(), 3)));
    await enter(service);
    expect((await whereabouts()).map(({ partition }) => partition)).toEqual([nameOf(service.clock.now())]);
  });

  test('lose nothing when the clock jumps: the entry waits, then moves to its month', async () => {
    const { client, email } = await newUser(service);
    service.clock.advance({ days: 400 });
    const login = await service.client().post('/api/auth/login', { email, password });
    expect(login.status).toBe(200);
    const waiting = (await whereabouts()).filter(({ partition }) => partition === 'audit_logs_default');
    expect(waiting).toHaveLength(1);
    const before = (await client.get('/api/admin/audit-logs')).body.logs;
    await keepPartitions(service.deps);
    const moved = (await whereabouts()).filter(({ id }) => id === waiting[0]?.id);
    expect(moved).toEqual([{ partition: nameOf(service.clock.now()), id: waiting[0]?.id }]);
    expect((await whereabouts()).some(({ partition }) => partition === 'audit_logs_default')).toBe(false);
    const after = (await client.get('/api/admin/audit-logs')).body.logs;
    expect(after).toEqual(before);
  });

  test('are created later if the trail is being read, without blocking writers', async () => {
    service.clock.advance({ days: 400 });
    await enter(service);
    await service.sql.begin(async (tx) => {
      await tx`SELECT count(*) FROM audit_logs`;
      await expect(keepPartitions(service.deps)).rejects.toMatchObject({ code: '55P03' });
      await enter(service);
    });
    await keepPartitions(service.deps);
    expect(new Set((await whereabouts()).map(({ partition }) => partition))).toEqual(
      new Set([nameOf(service.clock.now())]),
    );
  });
});

describe('retention', () => {
  const days = (count: number) => new Date(service.clock.now().getTime() - count * 86_400_000);

  /** An entry that far back, in a month of its own. */
  async function enterAt(createdAt: Date, organizationId: string | null, userEmail = 'old@example.com') {
    await service.sql.begin((tx) => makePartitions(tx, service.clock.now(), createdAt));
    return enter(service, { createdAt, organizationId, userEmail, action: 'AUTH_LOGIN_SUCCESS' });
  }

  test('drops a month only once its last day is past the limit', async () => {
    const now = service.clock.now();
    const old = await enterAt(monthsFrom(now, -5), null);
    const young = await enterAt(monthsFrom(now, -2), null);
    const auditRetentionDays = (now.getTime() - monthsFrom(now, -4).getTime()) / 86_400_000;
    const dropped = await dropExpired({ ...service.deps, config: { ...service.config, auditRetentionDays } });
    expect(dropped).toContain(nameOf(monthsFrom(now, -5)));
    expect(await partitions()).not.toContain(nameOf(monthsFrom(now, -5)));
    expect(await partitions()).toContain(nameOf(monthsFrom(now, -4)));
    const left = (await whereabouts()).map(({ id }) => id);
    expect(left).toContain(young);
    expect(left).not.toContain(old);
  });

  test('removes dropped entries from the counts, so totals, chart and search match what is left', async () => {
    const admin = await newStaff(service, 'ADMIN');
    await emptyTrail(service);
    const { organizationId } = admin;
    await enterAt(days(200), organizationId, 'gone@example.com');
    await enterAt(days(200), organizationId, 'both@example.com');
    await enterAt(days(1), organizationId, 'both@example.com');
    await foldAudit(service.sql);
    await keepPartitions(service.deps);
    await foldAudit(service.sql);
    await sweep(service.sql, service.clock.now());
    const total = async (query: string) =>
      (await admin.client.get(`/api/admin/audit-logs?organizationId=all&${query}`)).body.total;
    expect(await total('action=AUTH_LOGIN_SUCCESS')).toBe(1);
    expect(await total('action=ADMIN_AUDIT_DROPPED')).toBe(1);
    expect(await total('')).toBe(2);
    expect(await total('userEmail=both@')).toBe(1);
    expect(await total('userEmail=gone@')).toBe(0);
    expect(await service.sql`SELECT email, entries FROM audit_emails`).toEqual([
      { email: 'both@example.com', entries: '1' },
    ]);
    expect(await service.sql`SELECT * FROM audit_days WHERE day < ${days(100)}`).toEqual([]);
  });

  test('drops nothing unless AUDIT_RETENTION_DAYS is set', async () => {
    const keeping = await startService();
    const before = new Date(keeping.clock.now().getTime() - 3000 * 86_400_000);
    await keeping.sql.begin((tx) => makePartitions(tx, keeping.clock.now(), before));
    await enter(keeping, { createdAt: before });
    await keepPartitions(keeping.deps);
    expect(await keeping.sql`SELECT 1 FROM audit_logs`).toHaveLength(1);
  });

  test('gives up and changes nothing while the trail is in use', async () => {
    const old = await enterAt(days(300), null);
    await service.sql.begin(async (tx) => {
      await tx`SELECT count(*) FROM audit_logs`;
      await expect(dropExpired(service.deps)).rejects.toMatchObject({
        code: '55P03',
      });
    });
    expect((await whereabouts()).map(({ id }) => id)).toContain(old);
    await dropExpired(service.deps);
    expect((await whereabouts()).map(({ id }) => id)).not.toContain(old);
  });
});
