import { migrate } from '../src/platform/db/migrate.ts';
import { openPool } from '../src/platform/db/pool.ts';
import type { Sql } from '../src/platform/db/sql.ts';
import type { TestDatabase } from './database.ts';
import { atEnd } from './lifetime.ts';

/**
 * The service's database on servers that a test stops and starts by itself: several, as an operator names them.
 * `connection`: settings of each.
 */
export async function databaseOn(
  url: string,
  connection?: Record<string, string | number>,
): Promise<TestDatabase> {
  const pools: Sql[] = [];
  const connect = () => {
    const sql = openPool(url, { max: 10, ...(connection && { connection }) });
    pools.push(sql);
    return sql;
  };
  const drop = atEnd(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.end({ timeout: 5 })));
  });
  const { hostname: host, port, username, password, pathname } = new URL(url.replace(/,[^/]*/, ''));
  const server = { host, port: Number(port), username, password, database: pathname.slice(1) };
  const sql = connect();
  await migrate(sql, { info() {} });
  return { sql, connection: server, connect, drop };
}
