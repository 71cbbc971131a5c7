import { testDatabase } from '@latchkey/server/testing/database';
import { atEnd } from '@latchkey/server/testing/lifetime';
import { beforeAll, describe, expect, test } from 'vitest';
import { copyRows } from './copy-rows.ts';
import { openPool } from './pool.ts';
import type { Sql } from './sql.ts';

const copy = 'COPY notes (id, text) FROM stdin';
const line = (id: number, text = 'a note') => Buffer.from(`${id}\t${text}\n`);

describe('copying rows', () => {
  let sql: Sql;
  beforeAll(async () => {
    const { connection } = await testDatabase();
    sql = openPool(connection, { max: 1 });
    atEnd(() => sql.end({ timeout: 1 }));
    await sql.unsafe(`
      CREATE TABLE notes (id int PRIMARY KEY, text text);
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''too many''; END'`);
  });
  const kept = async () => (await sql`SELECT id FROM notes ORDER BY id`).map(({ id }) => id);

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
