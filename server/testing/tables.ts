import type { Sql } from '../src/platform/db/sql.ts';
import type { TestService } from './service.ts';

/** The tables that `work` writes to. Pending background writes are flushed first. */
export async function tablesChangedBy(service: TestService, work: () => Promise<unknown>): Promise<string[]> {
  const { deps, sql, mailWorker } = service;
  await deps.lastUse.sessions.flush();
  await deps.lastUse.keys.flush();
  await deps.lastUse.organizationKeys.flush();
  await mailWorker.drain();
  const before = await digests(sql);
  await work();
  const after = await digests(sql);
  return Object.keys(after).filter((table) => after[table] !== before[table]);
}

/** The tables with a row that holds this secret: as text, as bytes, or as the random bytes it stands for. */
export async function tablesHolding(sql: Sql, secret: string): Promise<string[]> {
  const forms = [secret, Buffer.from(secret).toString('hex')];
  const [random] = /[\w-]{43}$/.exec(secret) ?? [];
  if (random) forms.push(Buffer.from(random, 'base64url').toString('hex'));
  const holding: string[] = [];
  for (const name of await tableNames(sql)) {
    const rows = await sql<{ row: string }[]>`SELECT t::text AS row FROM ${sql(name)} t`;
    if (rows.some(({ row }) => forms.some((form) => row.includes(form)))) holding.push(name);
  }
  return holding;
}

/** Every table with its number of rows and a digest of their contents. */
async function digests(sql: Sql): Promise<Record<string, string>> {
  const names = await tableNames(sql);
  const each = names.map(
    (name) =>
      `SELECT '${name}' AS name, count(*) || ' ' || md5(string_agg(t::text, '|' ORDER BY t::text)) AS digest FROM ${name} t`,
  );
  const rows = await sql.unsafe<{ name: string; digest: string }[]>(each.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

async function tableNames(sql: Sql): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`;
  return tables.map(({ name }) => name);
}
