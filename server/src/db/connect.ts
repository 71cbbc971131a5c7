import postgres from 'postgres';
import type { Config } from '../config.ts';
import type { Log } from '../logger.ts';
import { connectToRunning, startEmbeddedPostgres } from './embedded/index.ts';
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

/** With `joinRunning`, the embedded database that a running service has is used alongside it. */
export async function connect(
  config: Pick<Config, 'database'>,
  log: Log,
  { joinRunning = false } = {},
): Promise<Database> {
  if (config.database.kind === 'server') {
    const { url, ...socket } = locate(config.database.url);
    const sql = postgres(url, { ...shared, ...socket });
    return { sql, close: () => sql.end({ timeout: 5 }) };
  }
  const running = joinRunning ? await connectToRunning(config.database.folder) : undefined;
  if (running) {
    const sql = postgres({ ...running, ...shared });
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

/** `?host=` and `?port=`, as PostgreSQL's own programs read them: the folder of a socket, mostly. The driver does not. */
function locate(given: string): { url: string; host?: string; port?: number } {
  if (!URL.canParse(given)) return { url: given };
  const url = new URL(given);
  const [host, port] = [url.searchParams.get('host'), url.searchParams.get('port')];
  url.searchParams.delete('host');
  url.searchParams.delete('port');
  return { url: url.href, ...(host && { host }), ...(port && { port: Number(port) }) };
}
