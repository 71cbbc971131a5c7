import { setTimeout as pause } from 'node:timers/promises';
import type { EmbeddedPostgres, Holder } from '@latchkey/embedded-postgres';
import type { Config } from '../config/config.ts';
import { parseDatabaseUrl } from '../config/database-url.ts';
import type { Log } from '../log.ts';
import { LeadingServer } from './leading-server.ts';
import { migrate } from './migrate.ts';
import { openPool, type ServerParts } from './pool.ts';
import type { ReplicaPool } from './replicas.ts';
import type { Sql } from './sql.ts';

export type Database = {
  sql: Sql;
  /** Replicas that may be read from, by name. */
  replicas: ReplicaPool[];
  /** A few separate connections, for statements that must not wait for any other. */
  lookupSql: Sql;
  /** An embedded one that this call made. */
  isNew: boolean;
  /** Brings the schema up to date, however long that takes. */
  migrate(log: Pick<Log, 'info'>): Promise<void>;
  close(): Promise<void>;
};

const settings = {
  connect_timeout: 5,
  idle_timeout: 300,
  connection: {
    application_name: 'latchkey',
    TimeZone: 'UTC',
    // Whatever the role's own setting: times are read from text. Spelled as servers report it; otherwise,
    // PgBouncer would set it again with every transaction.
    DateStyle: 'ISO, MDY',
    statement_timeout: 30_000,
    lock_timeout: 10_000,
  },
};

/** Nothing waits until it is on the disk, and nothing is written twice. */
const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** The name of the embedded database and of its owner. */
export const databaseName = 'latchkey';

/** A few seconds after the server itself gives up on a statement. An answer that is not there by then is lost. */
const answerSeconds = settings.connection.statement_timeout / 1000 + 3;
const fewestConnections = 2;
/** Connections reserved for lookups, and the largest pool that makes do with one. */
const mostLookups = 2;
const smallPool = 4;
/** How long a statement may take on a replica. */
const replicaMs = 5000;
const patienceMs = 60_000;
const retryMs = 100;

type Options = {
  holder?: Holder;
  /** Aborted to break off the start. */
  stopping?: AbortSignal | undefined;
};

/**
 * A command joins the embedded database of a running service, or opens it for itself briefly. A service has it to
 * itself, and waits until a command is done with it.
 */
export async function connect(
  config: Pick<Config, 'database' | 'pool'> & Partial<Pick<Config, 'processes' | 'replicas'>>,
  log: Log,
  { holder = 'service', stopping }: Options = {},
): Promise<Database> {
  const pool = { ...config.pool, size: shareOf(config.pool.size, config.processes ?? 1) };
  if (config.database.kind === 'server') return open(config.database.url, pool, config.replicas?.urls);
  const { folder, isTemporary } = config.database;
  const settings: Record<string, string> = isTemporary ? forgetful : {};
  const { connectToRunning, FolderInUseError, startEmbeddedPostgres } = await import(
    '@latchkey/embedded-postgres'
  );
  for (let waited = 0; ; waited += retryMs) {
    const running = holder === 'command' ? await connectToRunning({ folder, name: databaseName }) : undefined;
    if (running) return open(running, pool);
    try {
      const start = { folder, name: databaseName, log, settings, holder, stopping };
      const embedded = await startEmbeddedPostgres(start);
      return openEmbedded(embedded, pool);
    } catch (error) {
      const passing = error instanceof FolderInUseError && (error.briefly || holder === 'command');
      if (!passing || waited >= patienceMs) throw error;
      await pause(retryMs, undefined, { signal: stopping });
    }
  }
}

/** A node's connections, divided among its processes. If there are several, one more supervises them. */
function shareOf(size: number, processes: number): number {
  return processes > 1 ? Math.max(fewestConnections, Math.floor(size / (processes + 1))) : size;
}

function openEmbedded(embedded: EmbeddedPostgres, pool: Config['pool']): Database {
  const database = open(embedded.connection, pool);
  return {
    ...database,
    isNew: embedded.isNew,
    async close() {
      await database.close();
      await embedded.stop();
    },
  };
}

/** Migrating the schema uses one more connection. */
function open(
  server: ServerParts | string,
  { size, prepare }: Config['pool'],
  replicaUrls: readonly string[] = [],
): Database {
  const leading = new LeadingServer();
  const common = { ...settings, prepare, leading, answer_timeout: answerSeconds };
  const lookups = size > smallPool ? mostLookups : 1;
  const sql = openPool(server, { ...common, max: Math.max(1, size - lookups) });
  // With a single connection, looking up the caller waits in line like everything else.
  const lookupSql = size > 1 ? openPool(server, { ...common, max: lookups }) : sql;
  const replicas = replicaUrls.map((url) => openReplica(url, { size, prepare }));
  const pools = new Set([sql, lookupSql, ...replicas.map((replica) => replica.sql)]);
  return {
    sql,
    lookupSql,
    replicas,
    isNew: false,
    async migrate(log) {
      const patient = openPool(server, { ...settings, prepare, leading, max: 1 });
      pools.add(patient);
      await migrate(patient, log);
      await patient.end();
    },
    async close() {
      await Promise.all([...pools].map((pool) => pool.end({ timeout: 5 })));
    },
  };
}

/** It is given up sooner than the primary, which takes over. */
function openReplica(url: string, { size, prepare }: Config['pool']): ReplicaPool {
  const sql = openPool(url, {
    ...settings,
    connect_timeout: 1,
    connection: { ...settings.connection, statement_timeout: replicaMs },
    answer_timeout: replicaMs / 1000 + 1,
    prepare,
    max: Math.ceil(size / 2),
    may_follow: true,
  });
  const [place] = parseDatabaseUrl(url).hosts;
  return { sql, name: `${place?.host}:${place?.port}` };
}
