import { parseDatabaseUrl } from '../src/platform/config/database-url.ts';
import { connect } from '../src/platform/db/connect.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { openPool } from '../src/platform/db/pool.ts';
import { createLogger } from '../src/platform/log.ts';
import type { Client } from './client.ts';
import type { TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import { atEnd } from './lifetime.ts';
import { freePort } from './net.ts';
import { copyAsStandby, makeCluster, type RealServer, startServer } from './postgres-servers.ts';
import { newStaff, startService, type TestService } from './service.ts';

const log = createLogger({ environment: 'test', logLevel: 'silent' });
const maxLagMs = 60_000;

type Ways = {
  standbys?: number;
  /** The hosts of DATABASE_READ_URL: the standbys, unless something is in front of them. */
  hostsOf?: (standbys: RealServer[]) => Promise<string[]>;
};

export type Replicated = Awaited<ReturnType<typeof startReplicated>>;

/** Two nodes, a primary, and standbys that may be up to a minute late. Everyone's sign-in is long past. */
export async function startReplicated({
  standbys: count = 1,
  hostsOf = async (all) => all.map((each) => each.url()),
}: Ways = {}) {
  const data = await makeCluster();
  const port = await freePort();
  const copies = await Promise.all(Array.from({ length: count }, () => copyAsStandby(data, port)));
  const primary = await startServer(data, port);
  const standbys = await Promise.all(copies.map((copy) => startServer(copy)));
  atEnd(async () => {
    for (const server of [...standbys, primary]) await server.stop('SIGKILL');
  });
  const database = databaseOf(primary);
  await migrate(database.sql, log);
  const urls = await hostsOf(standbys);
  const env = {
    DATABASE_URL: primary.url(),
    DATABASE_READ_URL: urls[0] ?? '',
    READ_MAX_LAG_MS: String(maxLagMs),
  };
  const node = async (clock?: TestService['clock']) => {
    const pool = { size: 8, prepare: undefined };
    const replicas = { urls, maxLagMs };
    const own = await connect({ database: { kind: 'server', url: primary.url() }, pool, replicas }, log);
    atEnd(() => own.close());
    return startService({ database, env, replicas: own.replicas, ...(clock && { clock }) });
  };
  const service = await node();
  const other = await node(service.clock);
  const admin = await newStaff(service, 'ADMIN');
  const colleague = await newStaff(service, 'ADMIN');
  // Their sign-ins are a change, too.
  service.clock.advance({ seconds: 80 });
  const made = {
    primary,
    standbys,
    service,
    other,
    admin: admin.client,
    colleague: colleague.client,
    colleagueId: colleague.id,
    caughtUp: () => caughtUp(primary, standbys),
    /** The same session on the other node. */
    elsewhere(client: Client): Client {
      const there = other.client();
      for (const [name, value] of client.cookies) there.cookies.set(name, value);
      return there;
    },
    /** So that each node has made a beat, and every standby has it. */
    async warmUp() {
      for (let nth = 0; nth < 2; nth++)
        for (const client of [made.admin, made.elsewhere(made.admin)]) await client.get('/api/users');
      await made.caughtUp();
    },
  };
  await made.warmUp();
  return made;
}

/** How many reads went where, since this node started. */
export async function reads(server: 'primary' | 'replica', of: TestService): Promise<number> {
  const { values } = await of.deps.metrics.lateReads.get();
  return values.find(({ labels }) => labels.server === server)?.value ?? 0;
}

async function caughtUp(primary: RealServer, standbys: readonly RealServer[]): Promise<void> {
  const [row] = await primary.order('SELECT pg_current_wal_insert_lsn()::text AS at');
  for (const standby of standbys)
    await eventually(async () => {
      const [found] = await standby.order(`SELECT pg_last_wal_replay_lsn() >= '${row?.at}' AS there`);
      if (!found?.there) throw new Error('the standby is behind');
    });
}

function databaseOf(server: RealServer): TestDatabase {
  const { hosts, rest } = parseDatabaseUrl(server.url());
  const { username, password } = new URL(rest);
  const connection = {
    ...{ host: hosts[0]?.host ?? '', port: server.port, database: 'postgres' },
    ...{ username, password: decodeURIComponent(password) },
  };
  const pools: ReturnType<typeof openPool>[] = [];
  const open = () => {
    const sql = openPool(connection, { max: 6 });
    pools.push(sql);
    return sql;
  };
  const drop = atEnd(async () => {
    await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })));
  });
  return { sql: open(), connection, connect: open, drop };
}
