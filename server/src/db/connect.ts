import postgres from 'postgres';
import type { Config } from '../config.ts';
import type { Log } from '../logger.ts';
import { startEmbeddedPostgres } from './embedded/index.ts';
import type { Sql } from './sql.ts';

export type Database = { sql: Sql; close(): Promise<void> };

// Rows are read as camelCase; values of jsonb columns are left as they are.
const shared = {
  transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
  max: 20,
  connect_timeout: 5,
  idle_timeout: 300,
  onnotice: () => {},
  connection: {
    application_name: 'latchkey',
    TimeZone: 'UTC',
    statement_timeout: 30_000,
    lock_timeout: 10_000,
  },
} as const;

export async function connect(config: Pick<Config, 'database'>, log: Log): Promise<Database> {
  if (config.database.kind === 'server') {
    const sql = postgres(config.database.url, shared);
    return { sql, close: () => sql.end({ timeout: 5 }) };
  }
  const embedded = await startEmbeddedPostgres({ folder: config.database.folder, log });
  const sql = postgres({ ...embedded.connection, ...shared });
  return {
    sql,
    async close() {
      await sql.end({ timeout: 5 });
      await embedded.stop();
    },
  };
}
