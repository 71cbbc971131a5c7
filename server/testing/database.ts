import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { openPool } from '../src/platform/db/pool.ts';
import type { Db, Sql } from '../src/platform/db/sql.ts';
import { type TestServer, templateDatabase } from './connection.ts';
import { atEnd } from './lifetime.ts';

export type TestDatabase = { sql: Sql; connection: TestServer; connect(): Sql; drop(): Promise<void> };

/** Each connection reads the catalogs and plans every statement for itself, so ten cost half as much again. */
const enough = 6;

/** A new migrated, empty database. `connect` opens another pool, as a second node would. */
export async function testDatabase(connections = enough): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const root = postgres({ ...server, max: 1, onnotice() {} });
  const pools: Sql[] = [];
  const drop = atEnd(async () => {
    await Promise.all(pools.map((pool) => pool.end({ timeout: 5 })));
    await root`DROP DATABASE IF EXISTS ${root(name)} WITH (FORCE)`;
    await root.end({ timeout: 5 });
  });
  // Another file may be copying the template right now; PostgreSQL then refuses, so try again a moment later.
  for (let attempt = 1; ; attempt++) {
    try {
      // Copying files takes a quarter of the time that copying pages through the log takes.
      await root`CREATE DATABASE ${root(name)} TEMPLATE ${root(templateDatabase)} STRATEGY FILE_COPY`;
      break;
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || attempt === 100) throw error;
    }
  }
  const connection = { ...server, database: name };
  const connect = () => {
    const sql = openPool(connection, { max: connections });
    pools.push(sql);
    return sql;
  };
  return { sql: connect(), connection, connect, drop };
}

/** From now on, a statement that deletes more than `most` rows from this table fails. */
export async function takesAtMost(sql: Sql, most: number, table: string): Promise<void> {
  await sql.unsafe(`
    CREATE FUNCTION refuse_more_from_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM taken) > ${most} THEN RAISE EXCEPTION 'more than ${most} at once from ${table}'; END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER refuse_more AFTER DELETE ON ${table} REFERENCING OLD TABLE AS taken
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_more_from_${table}()`);
}

export async function rowsIn(db: Db, table: string): Promise<number> {
  const [row] = await db<{ n: number }[]>`SELECT count(*)::int AS n FROM ${db(table)}`;
  return row?.n ?? 0;
}

/** Undefined: there is none. */
export async function isValidIndex(db: Db, name: string): Promise<boolean | undefined> {
  const [row] = await db<{ valid: boolean }[]>`
    SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass(${name})`;
  return row?.valid;
}

/** How many rows of a table a transaction has updated, and how many of them had to be written to its indexes, too. */
export async function updatesOf(tx: Db, table: string): Promise<{ updated: number; reindexed: number }> {
  const [row] = await tx<{ updated: number; inPlace: number }[]>`
    SELECT pg_stat_get_xact_tuples_updated(oid)::int AS updated, pg_stat_get_xact_tuples_hot_updated(oid)::int AS in_place
      FROM pg_class WHERE oid = to_regclass(${table})`;
  const { updated, inPlace } = row ?? { updated: 0, inPlace: 0 };
  return { updated, reindexed: updated - inPlace };
}

export async function pagesOf(db: Db, table: string): Promise<number> {
  const [row] = await db<{ pages: number }[]>`
    SELECT (pg_relation_size(to_regclass(${table})) / current_setting('block_size')::int)::int AS pages`;
  return row?.pages ?? -1;
}
