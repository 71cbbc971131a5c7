import { setImmediate as turn } from 'node:timers/promises';
import { testDatabase } from '@latchkey/server/testing/database';
import { started } from '@latchkey/server/testing/lifetime';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLookups, fieldsOf, type Lookup, type Lookups } from './lookups.ts';
import type { Sql } from './sql.ts';

type Thing = { name: string; size: number };
const statements = (columns: string) => ({
  one: `SELECT ${columns} FROM things WHERE name = $1::text`,
  many: `SELECT ${columns} FROM things WHERE name = ANY ($1::text[])`,
});
const things: Lookup<Thing> = {
  rows: statements('name AS key, xmin AS version, ROW(name, size)::text AS row'),
  versions: statements('name AS key, xmin AS version'),
  read(record) {
    const [name = '', size] = fieldsOf(record);
    return { name: String(name), size: Number(size) };
  },
};
const others: Lookup<Thing> = { ...things, rows: { ...things.rows } };

const database = started(testDatabase);
let sql: Sql;
let lookups: Lookups;
/** The keys of each statement so far, one statement per line. One that asks only for versions has a question mark. */
let sent: string[];

beforeAll(async () => {
  sql = database.sql;
  await sql`CREATE TABLE things (name text PRIMARY KEY, size integer NOT NULL)`;
  await sql`INSERT INTO things SELECT 'thing-' || n, n FROM generate_series(1, 500) n`;
});
beforeEach(async () => {
  const own = database.connect();
  // Connections that are open keep the order in which they are asked.
  await Promise.all([1, 2, 3].map(() => own`SELECT pg_sleep(0.01)`));
  sent = [];
  const debug = (_connection: number, text: string, [keys]: unknown[]) =>
    sent.push(text.includes('ROW') ? String(keys) : `${keys}?`);
  Object.assign(own.options, { debug });
  lookups = createLookups(own);
});

const sizeOf = async (name: string, lookup = things) => (await lookups.find(lookup, name))?.size;
const sizesOf = (numbers: number[]) => Promise.all(numbers.map((n) => sizeOf(`thing-${n}`)));
const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, nth) => from + nth);

/** Does `work` while no statement on the table can be answered. */
async function whileHeld(work: () => Promise<unknown>): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`LOCK TABLE things IN ACCESS EXCLUSIVE MODE`;
    await work();
  });
}
const statementsWaiting = async () => {
  const [row] = await sql`
    SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return row?.count;
};

describe('lookups', () => {
  test('find the row for each key, and nothing where there is none', async () => {
    expect(await sizesOf([3, 1, 2])).toEqual([3, 1, 2]);
    expect(await Promise.all([sizeOf('thing-1'), sizeOf('nothing'), sizeOf('thing-2')])).toEqual([
      1,
      undefined,
      2,
    ]);
  });

  test('made one at a time use one statement each', async () => {
    for (const n of [1, 2, 3]) expect(await sizeOf(`thing-${n}`)).toBe(n);
    expect(sent).toEqual(['thing-1', 'thing-2', 'thing-3']);
  });

  test('made together share statements, and ask only once for a key that several want', async () => {
    expect(await sizesOf([1, 2, 3, 3, 2, 4])).toEqual([1, 2, 3, 3, 2, 4]);
    expect(sent).toEqual(['thing-1', '{thing-2,thing-3,thing-4}']);
  });

  test('run at most two statements at a time, and later keys go into the next one', async () => {
    const found: Promise<unknown>[] = [];
    await whileHeld(async () => {
      found.push(sizesOf([1, 2, 3]));
      await expect.poll(statementsWaiting).toBe(2);
      for (const n of [4, 5, 6]) {
        found.push(sizesOf([n]));
        await turn();
      }
      expect(sent).toEqual(['thing-1', '{thing-2,thing-3}']);
    });
    expect(await Promise.all(found)).toEqual([[1, 2, 3], [4], [5], [6]]);
    expect(sent.slice(2)).toEqual(['{thing-4,thing-5,thing-6}']);
  });

  test('are split into statements of bounded size, oldest first', async () => {
    let found: Promise<unknown> = Promise.resolve();
    await whileHeld(async () => {
      const first = sizesOf([1, 2]);
      await expect.poll(statementsWaiting).toBe(2);
      found = Promise.all([first, sizesOf(upTo(200, 3))]);
    });
    expect(await found).toEqual([[1, 2], upTo(200, 3)]);
    const sizes = sent.slice(2).map((keys) => keys.split(',').length);
    expect(sizes).toEqual([64, 64, 64, 8]);
    expect(sent[2]).toMatch(/^\{thing-3,thing-4,/);
  });

  test('of different kinds take turns', async () => {
    let found: Promise<unknown> = Promise.resolve();
    await whileHeld(async () => {
      const first = sizesOf([1, 2]);
      await expect.poll(statementsWaiting).toBe(2);
      found = Promise.all([first, sizesOf(upTo(200, 3)), sizeOf('thing-500', others)]);
    });
    await found;
    expect(sent.indexOf('thing-500')).toBeLessThan(4);
  });

  test('ask again for a key whose statement was already sent, since it may predate a change', async () => {
    const found: Promise<unknown>[] = [];
    await whileHeld(async () => {
      found.push(sizeOf('thing-1'));
      await expect.poll(statementsWaiting).toBe(1);
      found.push(sizeOf('thing-1'));
      await turn();
    });
    expect(await Promise.all(found)).toEqual([1, 1]);
    expect(sent).toEqual(['thing-1', 'thing-1']);
  });

  test('of a known row check its version, and read the row again if that has changed', async () => {
    const found = await lookups.find(things, 'thing-7');
    expect(await lookups.find(things, 'thing-7')).toBe(found);
    expect(sent).toEqual(['thing-7', 'thing-7?']);
    await sql`UPDATE things SET size = 70 WHERE name = 'thing-7'`;
    expect(await sizeOf('thing-7')).toBe(70);
    expect(sent.slice(2)).toEqual(['thing-7?', 'thing-7']);
    expect(await sizeOf('thing-7')).toBe(70);
    expect(sent.slice(4)).toEqual(['thing-7?']);
  });

  test('of a known row find nothing once it is gone, and then find its replacement', async () => {
    expect(await sizeOf('thing-8')).toBe(8);
    await sql`DELETE FROM things WHERE name = 'thing-8'`;
    expect(await sizeOf('thing-8')).toBeUndefined();
    await sql`INSERT INTO things VALUES ('thing-8', 80)`;
    expect(await sizeOf('thing-8')).toBe(80);
  });

  test('of known and new rows together each get the right row', async () => {
    expect(await sizesOf([10, 11])).toEqual([10, 11]);
    await sql`UPDATE things SET size = 100 WHERE name = 'thing-10'`;
    expect(await sizesOf([10, 11, 12, 13])).toEqual([100, 11, 12, 13]);
  });

  test('do not trust a version that was read before the change', async () => {
    expect(await sizeOf('thing-9')).toBe(9);
    const found: Promise<unknown>[] = [];
    await sql.begin(async (tx) => {
      await tx`LOCK TABLE things IN ACCESS EXCLUSIVE MODE`;
      found.push(sizeOf('thing-9'));
      await expect.poll(statementsWaiting).toBe(1);
      await tx`UPDATE things SET size = 90 WHERE name = 'thing-9'`;
      found.push(sizeOf('thing-9'));
    });
    expect((await Promise.all(found))[1]).toBe(90);
  });

  test("fail if the row can't be read, without blocking others", async () => {
    const broken: Lookup<Thing> = {
      ...things,
      read() {
        throw new Error('unreadable');
      },
    };
    await expect(lookups.find(broken, 'thing-1')).rejects.toThrow('unreadable');
    expect(await sizeOf('thing-2')).toBe(2);
  });

  test('fail only if their own statement fails', async () => {
    const outcomes: Promise<unknown>[] = [];
    const outcome = (name: string) => sizeOf(name).catch((error: { code: string }) => error.code);
    await whileHeld(async () => {
      outcomes.push(outcome('thing-1'), outcome('thing-2'), outcome('thing-3'));
      await expect.poll(statementsWaiting).toBe(2);
      outcomes.push(outcome('thing-4'), outcome('thing-5'));
      await sql`SELECT pg_cancel_backend(pid) FROM pg_stat_activity
                 WHERE datname = current_database() AND wait_event_type = 'Lock' AND query = ${things.rows.many}`;
      await expect.poll(statementsWaiting).toBe(2);
    });
    expect(await Promise.all(outcomes)).toEqual([1, '57014', '57014', 4, 5]);
  });
});

test('a row that PostgreSQL returns as text is read field by field, whatever the fields contain', async () => {
  const texts = [
    'plain',
    '',
    null,
    'a,b',
    '(x)',
    ' ',
    'say "hi"',
    'back\\slash',
    '\\"',
    '""',
    'line\nline',
    'é, ü',
    null,
  ];
  const columns = texts.map((_, at) => `$${at + 1}::text`).join();
  const [row] = await sql.unsafe(`SELECT ROW(${columns})::text AS record`, texts);
  expect(fieldsOf(row?.record)).toEqual(texts);
});
