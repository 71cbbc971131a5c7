import { openPool } from '../src/platform/db/pool.ts';
import type { Sql } from '../src/platform/db/sql.ts';
import type { TestClock } from './clock.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { atEnd } from './lifetime.ts';

const slow = 'slow';

/**
 * A database whose own clock can be moved, and in which connections of the `slow` pool wait after they have read it, for
 * as long as `whileSlow` works.
 */
export async function movedDatabase() {
  const database = await testDatabase();
  const { sql, connection } = database;
  await sql.unsafe(`
    CREATE SCHEMA moved;
    CREATE TABLE moved.clock AS SELECT interval '0' AS ahead;
    CREATE FUNCTION moved.clock_timestamp() RETURNS timestamptz LANGUAGE plpgsql AS $$
    DECLARE
      at timestamptz := pg_catalog.clock_timestamp() + (SELECT ahead FROM moved.clock);
    BEGIN
      IF current_setting('application_name') = '${slow}' THEN
        PERFORM pg_advisory_xact_lock_shared(1);
      END IF;
      RETURN at;
    END $$;
    ALTER DATABASE ${connection.database} SET search_path = moved, pg_catalog, public`);
  const slowSql = openPool(connection, { max: 1, connection: { application_name: slow } });
  const advance = async (seconds: number) => {
    await sql`UPDATE moved.clock SET ahead = ahead + make_interval(secs => ${seconds})`;
  };
  return {
    /** Its pools open connections from now on: those before don't see the moved clock. */
    database: { ...database, sql: database.connect() } satisfies TestDatabase,
    slowSql,
    advance,
    /** Time passes for a node and for the database. */
    async pass(clock: TestClock, seconds: number): Promise<void> {
      clock.advance({ seconds });
      await advance(seconds);
    },
    /** Begins `slowly` and works once its first statement has read the clock and waits. Returns when both are done. */
    async whileSlow(slowly: (sql: Sql) => Promise<unknown>, work: () => Promise<unknown>): Promise<void> {
      await slowSql`SELECT 1`;
      let done: Promise<unknown> | undefined;
      await sql.begin(async (tx) => {
        await tx`SELECT pg_advisory_xact_lock(1)`;
        done = slowly(slowSql);
        while ((await tx`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`).length === 0);
        await work();
      });
      await done;
    },
    drop: atEnd(async () => {
      await slowSql.end({ timeout: 5 });
      await database.drop();
    }),
  };
}
