import { setTimeout as pause } from 'node:timers/promises';
import {
  connectToRunning,
  FolderInUseError,
  type Holder,
  startEmbeddedPostgres,
} from '@latchkey/embedded-postgres';
import type { Config } from '../config.ts';
import type { Log } from '../logger.ts';
import { openPool, type ServerParts } from './pool.ts';
import type { Sql } from './sql.ts';

export type Database = { sql: Sql; close(): Promise<void> };

const settings = {
  max: 20,
  connect_timeout: 5,
  idle_timeout: 300,
  connection: {
    application_name: 'latchkey',
    TimeZone: 'UTC',
    statement_timeout: 30_000,
    lock_timeout: 10_000,
  },
};

/** What the embedded database and its owner are called. */
export const databaseName = 'latchkey';

const patienceMs = 60_000;
const retryMs = 100;

/**
 * A command joins the embedded database that a running service has, or has it for itself for a moment. A service has it
 * alone, and waits for a command to be done with it.
 */
export async function connect(
  config: Pick<Config, 'database'>,
  log: Log,
  holder: Holder = 'service',
): Promise<Database> {
  if (config.database.kind === 'server') return open(config.database.url);
  const { folder } = config.database;
  for (let waited = 0; ; waited += retryMs) {
    const running = holder === 'command' ? await connectToRunning({ folder, name: databaseName }) : undefined;
    if (running) return open(running);
    try {
      return await openEmbedded(folder, log, holder);
    } catch (error) {
      const passing = error instanceof FolderInUseError && (error.briefly || holder === 'command');
      if (!passing || waited >= patienceMs) throw error;
      await pause(retryMs);
    }
  }
}

async function openEmbedded(folder: string, log: Log, holder: Holder): Promise<Database> {
  const embedded = await startEmbeddedPostgres({ folder, name: databaseName, log, holder });
  const database = open(embedded.connection);
  return {
    ...database,
    async close() {
      await database.close();
      await embedded.stop();
    },
  };
}

function open(server: ServerParts | string): Database {
  const sql = openPool(server, settings);
  return { sql, close: () => sql.end({ timeout: 5 }) };
}
