import { type Mishap, startAnswerProxy } from '@latchkey/server/testing/answer-proxy';
import { enter } from '@latchkey/server/testing/audit';
import { type TestDatabase, testDatabase } from '@latchkey/server/testing/database';
import { eventually } from '@latchkey/server/testing/eventually';
import { atEnd, started } from '@latchkey/server/testing/lifetime';
import { newUser, startService } from '@latchkey/server/testing/service';
import { stillTimers } from '@latchkey/server/testing/still-timers';
import { describe, expect, test } from 'vitest';
import { makePartitions } from '../../records/audit/partition-store.ts';
import { dropExpired } from '../../records/audit/retention.ts';
import { openPool } from './pool.ts';
import type { Sql } from './sql.ts';
import { patiently } from './transact.ts';

const limits = { connect_timeout: 5, answer_timeout: 30 };
const limitMs = limits.answer_timeout * 1000;

async function setUp(max: number) {
  const database = await testDatabase();
  const proxy = await startAnswerProxy(database.connection);
  const place = { ...database.connection, host: '127.0.0.1', port: proxy.port };
  // Not prepared: each question holds its text.
  const timers = stillTimers();
  const open = () => {
    const sql = openPool(place, { max, ...limits, answer_timers: timers, prepare: false });
    atEnd(() => sql.end({ timeout: 1 }));
    return sql;
  };
  /** Lets the time for the answer run out in the middle of the mishap that was the nth. */
  const runOut = async (mishap: Mishap, nth = 1) => {
    const pieces = () => proxy.struck[nth - 1]?.answers ?? -1;
    const come = (least: number) => eventually(() => expect(pieces()).toBeGreaterThanOrEqual(least));
    await come(mishap === 'lose' ? 0 : 1);
    // What the service asks by itself meanwhile would run out of time, too.
    await eventually(() => expect(timers.running()).toBe(1));
    timers.pass(limitMs - 1);
    expect(proxy.struck[nth - 1]?.near.destroyed).toBe(false);
    // What comes meanwhile does not extend it.
    if (mishap === 'drip') await come(pieces() + 2);
    timers.pass(1);
  };
  return { database, proxy, timers, open, runOut };
}

const world = started(async () => {
  const { open, ...more } = await setUp(5);
  const behind: TestDatabase = { ...more.database, connect: open };
  return { service: await startService({ database: behind }), ...more };
});

/** A new person, and what happened since they came. */
async function newcomer() {
  const { service, database, proxy, runOut } = world;
  const person = await newUser(service);
  const count = async () => {
    const text = await service.deps.metrics.registry.getSingleMetricAsString(
      'latchkey_db_lost_answers_total',
    );
    return Number(/^latchkey_db_lost_answers_total (\d+)$/m.exec(text)?.[1]);
  };
  const tell = () =>
    service.logged.filter((line) => line.includes('gave up on a connection to the database')).length;
  const before = { count: await count(), lines: tell(), struck: proxy.struck.length };
  const firstName = async () => {
    const [row] = await database.sql`SELECT first_name FROM users WHERE id = ${person.id}`;
    return row?.firstName;
  };
  return {
    proxy,
    person,
    runOut: (mishap: Mishap) => runOut(mishap, before.struck + 1),
    figure: async () => (await count()) - before.count,
    lines: () => tell() - before.lines,
    struck: () => proxy.struck.slice(before.struck),
    firstName,
  };
}

describe('a request whose answer from the database is', () => {
  const mishaps: [Mishap, string][] = [
    ['swallow', 'swallowed'],
    ['halve', 'broken off in the middle'],
    ['delay', 'delayed beyond the limit'],
    ['drip', 'sent a byte at a time'],
    ['lose', 'never asked for, because the question was lost'],
  ];
  for (const [mishap, words] of mishaps)
    test(`${words} gets 503; its connection is closed, counted and logged`, async () => {
      const { proxy, person, figure, lines, struck, runOut } = await newcomer();
      proxy.strike(mishap, 'FROM sessions');
      const [answer] = await Promise.all([person.client.get('/api/auth/me'), runOut(mishap)]);
      expect([answer.status, answer.body.error?.code]).toEqual([503, 'UNAVAILABLE']);
      expect(answer.headers.get('retry-after')).toBe('1');
      await eventually(() => expect(struck()).toMatchObject([{ near: { destroyed: true } }]));
      expect(struck()[0]?.questions).toBe(0);
      expect([await figure(), lines()]).toEqual([1, 1]);
      expect((await person.client.get('/api/auth/me')).status).toBe(200);
    });

  test('cut off together with its connection gets 503 at once', async () => {
    const { proxy, person } = await newcomer();
    proxy.strike('cut', 'FROM sessions');
    const answer = await person.client.get('/api/auth/me');
    expect([answer.status, answer.body.error?.code]).toEqual([503, 'UNAVAILABLE']);
    expect((await person.client.get('/api/auth/me')).status).toBe(200);
  });
});

describe('a change whose COMMIT is not answered', () => {
  const unknown = [503, 'OUTCOME_UNKNOWN', null];
  const outcomes: [Mishap, string | null, string][] = [
    ['swallow', 'Perhaps', 'took place'],
    ['cut', 'Perhaps', 'took place, when the connection is cut'],
    ['lose', null, 'did not take place'],
  ];
  for (const [mishap, kept, words] of outcomes)
    test(`is told as unknown if it ${words}`, async () => {
      const { proxy, person, firstName, runOut } = await newcomer();
      proxy.strike(mishap, 'commit\0');
      const change = person.client.post('/api/users/profile', { firstName: 'Perhaps' });
      if (mishap !== 'cut') await runOut(mishap);
      const answer = await change;
      expect([answer.status, answer.body.error?.code, answer.headers.get('retry-after')]).toEqual(unknown);
      expect(answer.body.error.message).toBe(
        "The database didn't confirm this change: it may or may not have been saved. Check before you try again.",
      );
      // The server may still be at it.
      await eventually(async () => expect(await firstName()).toBe(kept));
    });

  test('is told as not done if the connection was lost before COMMIT was sent', async () => {
    const { proxy, person, firstName, runOut } = await newcomer();
    proxy.strike('swallow', 'UPDATE users');
    const change = person.client.post('/api/users/profile', { firstName: 'Never' });
    await runOut('swallow');
    const answer = await change;
    expect([answer.status, answer.body.error?.code]).toEqual([503, 'UNAVAILABLE']);
    expect(await firstName()).toBe(null);
  });
});

describe('a statement', () => {
  async function setUpPool() {
    const { open, ...more } = await setUp(1);
    await more.database.sql`CREATE TABLE notes (text text)`;
    const sql = open();
    await sql`SELECT 1`;
    return { sql, ...more };
  }

  test('is given up with its connection if only the answer to the one before it arrives', async () => {
    const { sql, proxy, runOut } = await setUpPool();
    proxy.strike('later', 'second');
    const first = sql`SELECT 1 AS n`.execute();
    const second = sql`SELECT ${2}::int AS second`.execute();
    const settled = Promise.allSettled([first, second]);
    await first;
    await runOut('later');
    expect(await settled).toMatchObject([
      { status: 'fulfilled', value: [{ n: 1 }] },
      { status: 'rejected', reason: { code: 'CONNECT_TIMEOUT' } },
    ]);
    expect(await sql`SELECT ${3}::int AS n`).toEqual([{ n: 3 }]);
    await eventually(() => expect(proxy.struck).toMatchObject([{ near: { destroyed: true } }]));
  });

  test('that writes outside a transaction is unknown if its answer is lost', async () => {
    const { sql, proxy, database, runOut } = await setUpPool();
    proxy.strike('swallow', 'INSERT');
    const insert = sql.unsafe("INSERT INTO notes VALUES ('perhaps')");
    await Promise.all([expect(insert).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' }), runOut('swallow')]);
    expect(await database.sql`SELECT text FROM notes`).toEqual([{ text: 'perhaps' }]);
  });

  test('of a read-only transaction is never unknown', async () => {
    const { sql, proxy, runOut } = await setUpPool();
    proxy.strike('swallow', 'commit\0');
    const work = sql.begin('READ ONLY', (tx) => tx`SELECT 1`);
    await Promise.all([expect(work).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' }), runOut('swallow')]);
  });

  test('that failed makes its transaction fail for that reason, even if COMMIT is not answered', async () => {
    const { sql, proxy, runOut } = await setUpPool();
    proxy.strike('swallow', 'commit\0');
    const work = sql.begin(async (tx) => {
      await tx`SELECT 1 / 0`.catch(() => undefined);
    });
    await Promise.all([expect(work).rejects.toMatchObject({ code: '22012' }), runOut('swallow')]);
  });
});

describe('work that may take long', () => {
  /** A lock of these tests, which no code takes. */
  const own = 1;
  /** Holds it during `work`, which hears when one more statement waits for it. Those given up go on waiting. */
  async function holdUp({ sql }: TestDatabase, work: (isReached: () => Promise<unknown>) => Promise<void>) {
    let reached = 0;
    await sql.begin(async (tx) => {
      await tx`SELECT pg_advisory_xact_lock(${own})`;
      const waiting = () => sql`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`;
      await work(async () => {
        reached++;
        await eventually(async () => expect(await waiting()).toHaveLength(reached));
      });
    });
  }
  const slow = (one: Sql) => one`SELECT 1 AS n, pg_advisory_xact_lock_shared(${own})::text AS waited`;

  test('is not given up when its statements take longer than others may', async () => {
    const { database, open, timers } = await setUp(1);
    const sql = open();
    const works: Promise<unknown>[] = [];
    await holdUp(database, async (isReached) => {
      const isGivenUp = async () => {
        const work = expect(slow(sql)).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' });
        await isReached();
        timers.pass(limitMs);
        await work;
      };
      await isGivenUp();
      works.push(patiently(sql, slow));
      await isReached();
      timers.pass(limitMs);
      await isGivenUp();
    });
    expect(await Promise.all(works)).toMatchObject([[{ n: 1 }]]);
  });

  test('fails at once when its connection is cut', async () => {
    const { open, proxy } = await setUp(1);
    const sql = open();
    proxy.strike('cut', 'pg_sleep');
    await expect(patiently(sql, (one) => one`SELECT pg_sleep(0)`)).rejects.toMatchObject({
      code: 'CONNECTION_CLOSED',
    });
  });

  test('drops an old month of the audit trail', async () => {
    const { service, database, timers } = world;
    const { sql, deps, clock, config } = service;
    const createdAt = new Date(clock.now().getTime() - 300 * 86_400_000);
    await sql.begin((tx) => makePartitions(tx, clock.now(), createdAt));
    await enter(service, { createdAt });
    // As slow as a month with millions of entries.
    await sql.unsafe(`
      CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_advisory_xact_lock_shared(${own}); RETURN NULL; END';
      CREATE TRIGGER slowly AFTER INSERT ON audit_unfolded EXECUTE FUNCTION slowly()`);
    const works: Promise<unknown>[] = [];
    await holdUp(database, async (isReached) => {
      works.push(dropExpired({ ...deps, config: { ...config, auditRetentionDays: 90 } }));
      await isReached();
      timers.pass(limitMs);
    });
    await Promise.all(works);
    expect(await sql`SELECT 1 FROM audit_logs WHERE created_at = ${createdAt}`).toEqual([]);
  });
});
