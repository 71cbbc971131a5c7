import { emptyTrail, enter } from '@latchkey/server/testing/audit';
import { pagesOf } from '@latchkey/server/testing/database';
import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, startService } from '@latchkey/server/testing/service';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { locks } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/sql.ts';
import { keepPartitions } from '../../runtime/upkeep.ts';
import { moveLateMonths } from './late-months.ts';
import { dropExpired, eraseAuditPerson } from './retention.ts';
import { sealTrail } from './seal-trail.ts';
import { verifyTrail } from './verify-trail.ts';

const service = started(startService);
const monthsAgo = (months: number, day = 1) => {
  const now = service.clock.now();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, day));
};
const nameOf = (time: Date) => `audit_logs_${time.toISOString().slice(0, 7).replace('-', '_')}`;
const firstDayOf = (time: Date) => `${time.toISOString().slice(0, 7)}-01`;

/** How many entries each partition holds. */
const whereabouts = async () => {
  const rows = await service.sql<{ home: string; entries: number }[]>`
    SELECT tableoid::regclass::text AS home, count(*)::int AS entries FROM audit_logs GROUP BY 1`;
  return Object.fromEntries(rows.map(({ home, entries }) => [home, entries]));
};
const countIn = async (db: Db) =>
  (await db<{ entries: number }[]>`SELECT count(*)::int AS entries FROM audit_logs`)[0]?.entries;
const make = (tx: Db, time: Date) => tx`SELECT make_audit_partition(${firstDayOf(time)}::text::date)`;
const faults = async () => (await verifyTrail(service.deps, {})).faults;
const isWaiting = (transactions = 1) =>
  vi.waitFor(
    async () =>
      expect(
        await service.sql`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      ).toHaveLength(transactions),
    { timeout: 60_000 },
  );

/** Entries of three months that have no partition: two, one and three. Sealed. */
async function enterLate(userEmail: string | null = null) {
  const times = [
    [14, 1, 31],
    [20, 15],
    [26, 1, 2, 28],
  ].flatMap(([months = 0, ...days]) => days.map((day) => monthsAgo(months, Math.min(day, 28))));
  const ids: string[] = [];
  for (const createdAt of times) ids.push(await enter(service, { createdAt, userEmail }));
  await sealTrail(service.deps);
  return { ids, months: [26, 20, 14].map((months) => monthsAgo(months)) };
}
const settled = () => ({
  [nameOf(monthsAgo(14))]: 2,
  [nameOf(monthsAgo(20))]: 1,
  [nameOf(monthsAgo(26))]: 3,
});

beforeEach(async () => {
  await emptyTrail(service);
  await service.sql`TRUNCATE audit_seals, audit_sealed, audit_unsealed`;
  // Months that an earlier test made.
  const made = await service.sql<{ name: string }[]>`
    SELECT name FROM audit_partitions WHERE parent = 'audit_logs_late'::regclass`;
  for (const { name } of made) await service.sql`SELECT drop_audit_partition(${name})`;
});

describe('entries of months that have no partition', () => {
  test('get a partition for each month; lists, figures and seals stay as they were', async () => {
    const admin = await newStaff(service, 'ADMIN');
    await emptyTrail(service);
    const { ids } = await enterLate();
    const lists = async () => {
      const paths = ['', '&page=2&limit=4', `&to=${monthsAgo(19).toISOString()}`, '&action=AUTH_LOGOUT'];
      const answers = paths.map((query) =>
        admin.client.get(`/api/admin/audit-logs?organizationId=all${query}`),
      );
      return (await Promise.all(answers)).map(({ body }) => body);
    };
    const before = await lists();
    expect(before[0].total).toBe(ids.length);
    expect(await whereabouts()).toEqual({ audit_logs_default: ids.length });
    await keepPartitions(service.deps);
    expect(await whereabouts()).toEqual(settled());
    expect(await lists()).toEqual(before);
    expect(await faults()).toEqual([]);
    // It found every index there, and built none of its own.
    const indexes = await service.sql<{ n: number }[]>`
      SELECT count(*)::int AS n FROM pg_index
       WHERE indrelid IN ('audit_logs'::regclass, ${nameOf(monthsAgo(26))}::text::regclass) GROUP BY indrelid`;
    expect(indexes[0]).toEqual(indexes[1]);
    await enter(service, { createdAt: monthsAgo(20, 3) });
    expect(await whereabouts()).toEqual({ ...settled(), [nameOf(monthsAgo(20))]: 2 });
  });

  test('leave nothing behind that whoever asks for the newest entry walks past', async () => {
    await enterLate();
    expect(await pagesOf(service.sql, 'audit_logs_default')).toBeGreaterThan(0);
    await moveLateMonths(service.sql);
    expect(await pagesOf(service.sql, 'audit_logs_default')).toBe(0);
  });

  test('are protected by the triggers there, and in the default partition again', async () => {
    const { sql } = service;
    await enterLate();
    await keepPartitions(service.deps);
    await enter(service, { createdAt: monthsAgo(40) });
    const refused = { message: 'audit entries cannot be changed or deleted' };
    for (const table of [nameOf(monthsAgo(14)), 'audit_logs_default', 'audit_logs_late', 'audit_logs']) {
      await expect(sql`DELETE FROM ${sql(table)}`).rejects.toMatchObject(refused);
      await expect(sql`UPDATE ${sql(table)} SET action = 'x'`).rejects.toMatchObject(refused);
      await expect(sql`TRUNCATE ${sql(table)}`).rejects.toMatchObject(refused);
    }
  });

  test('are dropped with their month, on record, once they are past the retention time', async () => {
    await enterLate();
    await keepPartitions(service.deps);
    const config = { ...service.config, auditRetentionDays: 365 * 2 };
    expect(await dropExpired({ ...service.deps, config })).toEqual([nameOf(monthsAgo(26))]);
    const { [nameOf(monthsAgo(26))]: _dropped, ...left } = settled();
    expect(await whereabouts()).toEqual({ ...left, [nameOf(service.clock.now())]: 1 });
    await sealTrail(service.deps);
    expect(await faults()).toEqual([]);
  });

  test('show in verify if they are changed or removed after the move', async () => {
    const { ids } = await enterLate();
    await keepPartitions(service.deps);
    await service.sql.begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx`UPDATE audit_logs SET action = 'AUTH_REGISTER' WHERE id = ${ids[0] ?? ''}`;
      await tx`DELETE FROM audit_logs WHERE id = ${ids[5] ?? ''}`;
    });
    expect(await faults()).toEqual([
      { what: 'changed', id: ids[0], seal: 1 },
      { what: 'removed', id: ids[5], seal: 1 },
    ]);
  });

  test('have years of any length, and a time without end stays where it is', async () => {
    const { sql } = service;
    for (const time of ['infinity', '-infinity', '12345-06-07', '0021-02-03'])
      await sql`INSERT INTO audit_logs (id, action, category, created_at)
                VALUES (gen_random_uuid(), 'AUTH_LOGOUT', 'authentication', ${time}::text::timestamptz)`;
    expect(await moveLateMonths(sql)).toEqual(['0021-02-01', '12345-06-01']);
    expect(await whereabouts()).toEqual({
      audit_logs_0021_02: 1,
      audit_logs_12345_06: 1,
      audit_logs_default: 2,
    });
    expect(await moveLateMonths(sql)).toEqual([]);
  });
});

describe('while a month is moved', () => {
  test('every month is moved by exactly one of two nodes', async () => {
    await enterLate();
    const others = [service.database.connect(), service.database.connect()];
    const outcomes = await Promise.allSettled(others.map((sql) => moveLateMonths(sql)));
    // On a busy machine, one may have to give way to the other.
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: '55P03' });
    const moved = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
    expect(new Set(moved).size).toBe(moved.length);
    await moveLateMonths(service.sql);
    expect(await whereabouts()).toEqual(settled());
  });

  test('a node that comes second leaves it to the first, without waiting or failing', async () => {
    const { ids } = await enterLate();
    await service.sql.begin(async (tx) => {
      await tx`SELECT pg_advisory_xact_lock(${locks.auditPartitions})`;
      await keepPartitions({ ...service.deps, sql: service.database.connect() });
    });
    expect(await whereabouts()).toEqual({ audit_logs_default: ids.length });
  });

  test('a statement that has to wait sees every entry once, and so does an older snapshot', async () => {
    const { ids, months } = await enterLate();
    const [reader, older] = [service.database.connect(), service.database.connect()];
    await older.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (snapshot) => {
      await snapshot`SELECT 1 FROM users`;
      const waiting = await service.sql.begin(async (tx) => {
        for (const month of months) await make(tx, month);
        expect(await countIn(tx)).toBe(ids.length);
        const counting = countIn(reader).then((entries) => ({ entries }));
        await isWaiting();
        return { counting };
      });
      expect(await waiting.counting).toEqual({ entries: ids.length });
      expect(await countIn(snapshot)).toBe(ids.length);
    });
    expect(await countIn(service.sql)).toBe(ids.length);
  });

  test('an erasure that has to wait erases the moved entries, too', async () => {
    const { ids } = await enterLate('leaving@example.com');
    const { erasing } = await service.sql.begin(async (tx) => {
      await make(tx, monthsAgo(26));
      const sql = service.database.connect();
      const erased = eraseAuditPerson({ ...service.deps, sql }, 'leaving@example.com', service.clock.now());
      await isWaiting();
      return { erasing: { erased } };
    });
    expect(await erasing.erased).toBe(ids.length);
    expect(await service.sql`SELECT 1 FROM audit_logs WHERE user_email IS NOT NULL`).toEqual([]);
    await sealTrail(service.deps);
    expect(await faults()).toEqual([]);
  });

  test('an entry that arrives for the month waits, and then goes to its partition', async () => {
    await enterLate();
    const { moving, entering } = await service.database.connect().begin(async (holding) => {
      // Holds up the move before its last step.
      await holding`SELECT 1 FROM audit_logs_default FOR UPDATE`;
      const moving = service.database.connect().begin((tx) => make(tx, monthsAgo(26)));
      await isWaiting(1);
      const entering = enter(service, { createdAt: monthsAgo(26, 9) });
      await isWaiting(2);
      return { moving: { done: moving }, entering: { done: entering } };
    });
    await moving.done;
    await entering.done;
    expect(await whereabouts()).toEqual({ audit_logs_default: 3, [nameOf(monthsAgo(26))]: 4 });
  });

  test("this month's entries are written, and readers are let in until the last step", async () => {
    const { ids } = await enterLate();
    const other = service.database.connect();
    await service.sql.begin(async (tx) => {
      await tx`LOCK TABLE ONLY audit_logs_late, audit_logs_default IN SHARE ROW EXCLUSIVE MODE`;
      expect(await countIn(other)).toBe(ids.length);
      await make(tx, monthsAgo(26));
      await other`INSERT INTO audit_logs (id, action, category, created_at)
                  VALUES (gen_random_uuid(), 'AUTH_LOGOUT', 'authentication', ${service.clock.now()})`;
    });
    expect(await countIn(other)).toBe(ids.length + 1);
  });

  test('a crash before the last step, or before its commit, leaves the entries where they were', async () => {
    const { ids } = await enterLate();
    const kill = (pid: number | undefined) => service.sql`SELECT pg_terminate_backend(${pid ?? 0})`;
    const pidOf = async (db: Db) => (await db<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)[0]?.pid;
    const crashed = service.database.connect().begin(async (tx) => {
      await make(tx, monthsAgo(26));
      await kill(await pidOf(tx));
      await countIn(tx);
    });
    await expect(crashed).rejects.toThrow();
    expect(await whereabouts()).toEqual({ audit_logs_default: ids.length });
    const reader = service.database.connect();
    await reader.begin(async (reading) => {
      await countIn(reading);
      let pid: number | undefined;
      const midway = service.database.connect().begin(async (tx) => {
        pid = await pidOf(tx);
        await make(tx, monthsAgo(26));
      });
      const ended = expect(midway).rejects.toThrow();
      await isWaiting();
      await kill(pid);
      await ended;
    });
    expect(await whereabouts()).toEqual({ audit_logs_default: ids.length });
    expect(await faults()).toEqual([]);
    await keepPartitions(service.deps);
    expect(await whereabouts()).toEqual(settled());
    expect(await faults()).toEqual([]);
  });

  test('it gives way to a transaction that reads the trail for long, and tries again later', async () => {
    const { ids } = await enterLate();
    await service.database.connect().begin(async (tx) => {
      await countIn(tx);
      await expect(moveLateMonths(service.sql)).rejects.toMatchObject({ code: '55P03' });
    });
    expect(await whereabouts()).toEqual({ audit_logs_default: ids.length });
    await moveLateMonths(service.sql);
    expect(await whereabouts()).toEqual(settled());
  });
});
