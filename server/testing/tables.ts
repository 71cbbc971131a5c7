import type { Sql } from '../src/db/sql.ts';
import type { TestService } from './service.ts';

/** The tables that `work` writes to. Pending background writes are flushed first. */
export async function tablesChangedBy(service: TestService, work: () => Promise<unknown>): Promise<string[]> {
  const { deps, sql, mailWorker } = service;
  await deps.lastUse.sessions.flush();
  await deps.lastUse.keys.flush();
  await mailWorker.drain();
  const before = await digests(sql);
  await work();
  const after = await digests(sql);
  return Object.keys(after).filter((table) => after[table] !== before[table]);
}

/** Every table with its number of rows and a digest of their contents. */
async function digests(sql: Sql): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`;
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql`
      SELECT count(*)::text || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS digest
        FROM ${sql(name)} t`;
    found[name] = row?.digest;
  }
  return found;
}
