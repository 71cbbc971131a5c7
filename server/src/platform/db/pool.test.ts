import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type TestDatabase, testDatabase } from '@latchkey/server/testing/database';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { copyRows } from './copy-rows.ts';
import { openPool } from './pool.ts';
import type { Sql } from './sql.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const undo of cleanups.splice(0).reverse()) await undo();
});

/** A cable between a pool and the server, which a test can cut in any way. */
async function cable(database: TestDatabase) {
  const { host, port } = database.connection;
  const cables = new Set<{ near: Socket; far: Socket }>();
  const server: Server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    const both = { near, far };
    cables.add(both);
    const gone = () => {
      cables.delete(both);
      near.destroy();
      far.destroy();
    };
    for (const end of [near, far]) end.on('close', gone).on('error', () => undefined);
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  const cut = (how: 'destroy' | 'resetAndDestroy') => {
    for (const { near, far } of cables) {
      near[how]();
      far.destroy();
    }
  };
  cleanups.push(async () => {
    cut('destroy');
    server.close();
  });
  return { cut, place: { ...database.connection, host: '127.0.0.1', port: own }, server };
}

async function setUp(max = 2) {
  const database = await testDatabase();
  cleanups.push(() => database.drop());
  await database.sql`CREATE TABLE notes (text text)`;
  const { cut, place, server } = await cable(database);
  const sql = openPool(place, { max, connect_timeout: 2 });
  cleanups.push(() => sql.end({ timeout: 1 }));
  // One connection: it does not end itself when it ends all others.
  const root = openPool(database.connection, { max: 1 });
  cleanups.push(() => root.end({ timeout: 1 }));
  const notes = async () => (await root`SELECT text FROM notes ORDER BY 1`).map((row) => row.text);
  return { sql, root, cut, notes, place, server };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

/** Checks that every connection in the pool works, and none waits for an answer that will not come. */
async function expectWhole(sql: Sql, connections = 2) {
  const answers = Array.from(
    { length: connections * 5 },
    (_, n) => sql`SELECT ${n}::int AS n, pg_sleep(0.01)`,
  );
  expect((await Promise.all(answers)).map(([row]) => row?.n)).toEqual(answers.map((_, n) => n));
  const inTransaction = Array.from({ length: connections }, (_, n) =>
    sql.begin(async (tx) => (await tx`SELECT ${n}::int AS n`)[0]?.n),
  );
  expect(await Promise.all(inTransaction)).toEqual(inTransaction.map((_, n) => n));
}

/** Gives the pool time to notice, even on a busy machine: a few turns of the event loop after the pause. */
async function settled() {
  await pause(50);
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const endings = ['destroy', 'resetAndDestroy', 'terminate'] as const;

describe.each(endings)('a connection that ends (%s)', (how) => {
  const end = async ({ cut, root }: Awaited<ReturnType<typeof setUp>>) => {
    if (how !== 'terminate') return cut(how);
    await root`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;
  };

  test('while idle is replaced unnoticed', async () => {
    const all = await setUp();
    await expectWhole(all.sql);
    await end(all);
    await settled();
    await expectWhole(all.sql);
  });

  test('during a statement fails only that statement', async () => {
    const all = await setUp();
    const outcome = codeOf(all.sql`SELECT pg_sleep(60)`);
    await expect
      .poll(
        async () =>
          (
            await all.root`SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' AND state = 'active' AND pid <> pg_backend_pid()`
          ).length,
      )
      .toBe(1);
    await end(all);
    expect(await outcome).toMatch(/^(CONNECTION_CLOSED|ECONNRESET|57P01)$/);
    await settled();
    await expectWhole(all.sql);
  });

  test('during a transaction rolls all of it back, and nothing from it runs later', async () => {
    const all = await setUp();
    const outcome = codeOf(
      all.sql.begin(async (tx) => {
        await tx`INSERT INTO notes VALUES ('before')`;
        await tx`SELECT pg_sleep(60)`;
        await tx`INSERT INTO notes VALUES ('after')`;
      }),
    );
    await expect
      .poll(
        async () =>
          (
            await all.root`SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' AND state = 'active' AND pid <> pg_backend_pid()`
          ).length,
      )
      .toBe(1);
    await end(all);
    expect(await outcome).toMatch(/^(CONNECTION_CLOSED|ECONNRESET|57P01)$/);
    await settled();
    await expectWhole(all.sql);
    expect(await all.notes()).toEqual([]);
  });

  test('between two statements of a transaction keeps the rest from ever running', async () => {
    const all = await setUp(1);
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let late: string | undefined;
    const outcome = codeOf(
      all.sql.begin(async (tx) => {
        await tx`INSERT INTO notes VALUES ('before')`;
        await end(all);
        await held;
        late = await codeOf((async () => await tx`INSERT INTO notes VALUES ('after')`)());
      }),
    );
    expect(await outcome).toMatch(/^(CONNECTION_CLOSED|ECONNRESET|57P01)$/);
    // The only connection is in use for another transaction when the first one wakes up.
    await all.sql.begin(async (tx) => {
      await tx`INSERT INTO notes VALUES ('another')`;
      goOn();
      await pause(50);
      expect(late).toBe('CONNECTION_CLOSED');
      await tx`INSERT INTO notes VALUES ('the same other')`;
    });
    await expectWhole(all.sql, 1);
    expect(await all.notes()).toEqual(['another', 'the same other']);
  });

  test('under load leaves no statement without a result', async () => {
    const all = await setUp(5);
    let stop = false;
    const outcomes: (string | undefined)[] = [];
    const workers = Array.from({ length: 30 }, async (_, n) => {
      while (!stop) {
        const work =
          n % 2
            ? all.sql`SELECT ${n}::int`
            : all.sql.begin(async (tx) => {
                await tx`SELECT ${n}::int`;
                await tx`SELECT ${'x'.repeat(2000)}::text`;
              });
        outcomes.push(await codeOf(work));
      }
    });
    try {
      for (let round = 0; round < 5; round++) {
        await pause(60);
        await end(all);
      }
      await pause(60);
    } finally {
      stop = true;
    }
    await Promise.all(workers);
    expect(outcomes).toContain('done');
    expect(outcomes.filter((each) => each !== 'done').length).toBeGreaterThan(0);
    for (const each of outcomes)
      expect(each).toMatch(/^(done|CONNECTION_CLOSED|ECONNRESET|EPIPE|57P01|OUTCOME_UNKNOWN)$/);
    await expectWhole(all.sql, 5);
  });
});

describe('an unavailable server', () => {
  test('is reported at once, and used again as soon as it is back', async () => {
    const { sql, cut, server, place } = await setUp();
    await expectWhole(sql);
    server.close();
    cut('destroy');
    await settled();
    const times: number[] = [];
    for (let n = 0; n < 10; n++) {
      const started = performance.now();
      expect(await codeOf(n % 2 ? sql`SELECT 1` : sql.begin((tx) => tx`SELECT 1`))).toBe('ECONNREFUSED');
      times.push(performance.now() - started);
    }
    // The shortest: other load on the machine must not count.
    expect(Math.min(...times)).toBeLessThan(1500);
    server.listen(place.port, '127.0.0.1');
    await once(server, 'listening');
    await expectWhole(sql);
  });

  test('that accepts the connection but stays silent is given up on after the connect timeout', async () => {
    const server = createServer(() => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanups.push(async () => server.close());
    const { port } = server.address() as AddressInfo;
    const sql = openPool({ ...inject('postgres'), host: '127.0.0.1', port }, { max: 1, connect_timeout: 1 });
    expect(await codeOf(sql`SELECT 1`)).toBe('CONNECT_TIMEOUT');
    await sql.end({ timeout: 1 });
  });

  test('reports why it refuses a connection', async () => {
    const sql = openPool({ ...inject('postgres'), password: 'wrong' }, { max: 1 });
    expect(await codeOf(sql`SELECT 1`)).toBe('28P01');
    const nowhere = openPool({ ...inject('postgres'), database: 'nowhere' }, { max: 1 });
    expect(await codeOf(nowhere`SELECT 1`)).toBe('3D000');
    await Promise.all([sql.end({ timeout: 1 }), nowhere.end({ timeout: 1 })]);
  });
});

describe('a transaction', () => {
  test('that fails is rolled back and reports its own error', async () => {
    const { sql, notes } = await setUp();
    const work = sql.begin(async (tx) => {
      await tx`INSERT INTO notes VALUES ('before')`;
      await tx`SELECT 1/0`;
    });
    expect(await codeOf(work)).toBe('22012');
    await expect(
      sql.begin(async (tx) => {
        await tx`INSERT INTO notes VALUES ('before')`;
        throw new Error('a bug');
      }),
    ).rejects.toThrow('a bug');
    expect(await notes()).toEqual([]);
    await expectWhole(sql);
  });

  test('can set its isolation level', async () => {
    const { sql } = await setUp();
    const level = await sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (tx) => {
      const [row] = await tx`SHOW transaction_isolation`;
      return row?.transactionIsolation;
    });
    expect(level).toBe('repeatable read');
  });
});

describe('an array', () => {
  test('comes back as it was sent, whatever it contains', async () => {
    const { sql } = await setUp();
    const texts = [
      'plain',
      '',
      'NULL',
      'with "quotes"',
      'back\\slash',
      'comma, brace {}',
      ' space ',
      'two\nlines',
      'ü😀',
    ];
    const ids = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002'];
    const at = [new Date('2026-01-01T00:00:00.123Z')];
    const [row] = await sql`
      SELECT ${texts}::text[] AS texts, ${[]}::text[] AS none, ${ids}::uuid[] AS ids,
             ${at.map((each) => each.toISOString())}::timestamptz[] AS at, ARRAY[1, NULL, 3] AS numbers,
             ARRAY[true, false] AS flags, ARRAY['a', NULL]::varchar[] AS some`;
    expect({ ...row }).toEqual({
      texts,
      none: [],
      ids,
      at,
      numbers: [1, null, 3],
      flags: [true, false],
      some: ['a', null],
    });
    const some = texts.slice(3, 5);
    const found = await sql`SELECT n FROM unnest(${texts}::text[]) n WHERE n = ANY(${some}::text[])`;
    expect(found.map(({ n }) => n)).toEqual(some);
  });
});

describe('a server address', () => {
  const { host, port, username, password, database } = inject('postgres');
  const who = `${username}:${encodeURIComponent(password)}`;
  const namesOf = async (url: string) => {
    const sql = openPool(url, { max: 1 });
    const [row] = await sql`SELECT current_user AS user_name, current_database() AS database_name`;
    await sql.end({ timeout: 1 });
    return { ...row };
  };
  const expected = { userName: username, databaseName: database };

  test.runIf(host.startsWith('/'))('can be a socket folder', async () => {
    const folder = encodeURIComponent(host);
    expect(await namesOf(`postgres://${who}@localhost:${port}/${database}?host=${folder}`)).toEqual(expected);
    expect(await namesOf(`postgresql://${who}@x/${database}?host=${host}&port=${port}`)).toEqual(expected);
    expect(await namesOf(`postgres://${who}@${folder}:${port}/${database}`)).toEqual(expected);
  });

  test('can be a host and port, and sslmode=require refuses a server without TLS', async () => {
    const own = await testDatabase();
    cleanups.push(() => own.drop());
    const { place } = await cable(own);
    const url = `postgres://${who}@127.0.0.1:${place.port}/${own.connection.database}`;
    const names = { ...expected, databaseName: own.connection.database };
    expect(await namesOf(url)).toEqual(names);
    expect(await namesOf(`${url}?sslmode=prefer`)).toEqual(names);
    expect(await codeOf(namesOf(`${url}?sslmode=require`))).toBe('ECONNREFUSED');
  });
});

test("all idle connections are occasionally queried at once, to keep the driver's list from growing", async () => {
  const database = await testDatabase();
  cleanups.push(() => database.drop());
  const sql = openPool(database.connection, { max: 3 });
  cleanups.push(() => sql.end({ timeout: 1 }));
  await Promise.all([1, 2, 3].map(() => sql`SELECT pg_sleep(0.05)`));
  const asked = new Map<string, Set<number>>();
  const debug = (connection: number, text: string) =>
    asked.set(text, (asked.get(text) ?? new Set()).add(connection));
  Object.assign(sql.options, { debug });
  for (let nth = 0; nth < 1100; nth++) await sql`SELECT ${nth}::int`;
  expect(asked.get('')?.size).toBe(2);
});

describe('copying rows', () => {
  const copy = 'COPY notes (id, text) FROM stdin';
  const line = (id: number, text = 'a note') => Buffer.from(`${id}\t${text}\n`);
  let sql: Sql;
  beforeAll(async () => {
    const { connection } = await testDatabase();
    sql = openPool(connection, { max: 1 });
    await sql.unsafe(`
      CREATE TABLE notes (id int PRIMARY KEY, text text);
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''too many''; END'`);
  });
  afterAll(() => sql.end({ timeout: 1 }));
  const kept = async () => (await sql.unsafe('SELECT id FROM notes ORDER BY id')).map(({ id }) => id);

  test('keeps all of them', async () => {
    await copyRows(sql, copy, [line(1), line(2)]);
    expect(await kept()).toEqual([1, 2]);
  });

  test('of which the last one is at fault keeps none, says why, and leaves the connection in order', async () => {
    await expect(copyRows(sql, copy, [line(3), line(1)])).rejects.toMatchObject({ code: '23505' });
    await expect(copyRows(sql, copy, [Buffer.from('4')])).rejects.toMatchObject({ code: '22P04' });
    expect(await kept()).toEqual([1, 2]);
    await copyRows(sql, copy, [line(5)]);
    expect(await kept()).toEqual([1, 2, 5]);
  });

  test('that fails after the last one says why', async () => {
    await sql.unsafe(
      'CREATE TRIGGER refuse AFTER INSERT ON notes FOR EACH STATEMENT EXECUTE FUNCTION refuse()',
    );
    await expect(copyRows(sql, copy, [line(6)])).rejects.toThrow('too many');
    await sql.unsafe('DROP TRIGGER refuse ON notes');
    await copyRows(sql, copy, [line(6)]);
    expect(await kept()).toEqual([1, 2, 5, 6]);
  });

  test('of which the first is at fault stops though more would come, and so does a source that fails', async () => {
    let asked = 0;
    async function* endless() {
      for (;;) yield line(asked++ === 0 ? 1 : 1000 + asked, 'x'.repeat(50_000));
    }
    await expect(copyRows(sql, copy, endless())).rejects.toMatchObject({ code: '23505' });
    async function* broken() {
      yield line(7);
      throw new Error('the disk is gone');
    }
    await expect(copyRows(sql, copy, broken())).rejects.toThrow('the disk is gone');
    expect(await kept()).toEqual([1, 2, 5, 6]);
  });

  test('ends with its transaction', async () => {
    const outcome = sql.begin(async (tx) => {
      await copyRows(tx, copy, [line(8)]);
      await copyRows(tx, copy, [line(8)]);
    });
    await expect(outcome).rejects.toMatchObject({ code: '23505' });
    expect(await kept()).toEqual([1, 2, 5, 6]);
  });
});
