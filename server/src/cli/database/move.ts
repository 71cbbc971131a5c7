import type { Config } from '../../platform/config/config.ts';
import { DatabaseUrlError, parseDatabaseUrl } from '../../platform/config/database-url.ts';
import { connect, type Database } from '../../platform/db/connect.ts';
import { readServer } from '../../platform/db/server-store.ts';
import type { Db, Sql } from '../../platform/db/sql.ts';
import { createLogger, type Log } from '../../platform/log.ts';
import { explain, type Report, UsageError } from '../output.ts';
import {
  digestOf,
  empty,
  encodingOf,
  fixFormats,
  foundIn,
  listTables,
  makeTrailMonths,
  readRows,
  readSequences,
  restoreRules,
  setSequence,
  suspendRules,
  type Table,
  trailMonths,
  writeRows,
} from './move-store.ts';

const oldestVersion = 150_000;
/** What is read at once. Several copies of it are in memory while it is written. */
const batchBytes = 4_000_000;
const pool = { size: 2, prepare: undefined };

/**
 * Copies the embedded database to a server: all of it, in one transaction there, or nothing. Nothing else can use the
 * embedded one meanwhile, and it stays as it is.
 */
export async function moveDatabase(config: Config, { to }: { to: string }): Promise<Report> {
  if (config.database.kind === 'server')
    throw new UsageError(
      'DATABASE_URL names a server already. This command moves an embedded database; for others, use pg_dump and pg_restore.',
    );
  const place = placeOf(to);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const log = createLogger({ ...config, logLevel: 'warn' }, process.stderr);
  const target = await connect({ database: { kind: 'server', url: to }, pool }, log);
  try {
    await readable(target.sql, place);
    const source = await openSource(config, log);
    try {
      return tellOutcome(await copy(source, target, place, log), place, config);
    } finally {
      await source.close();
    }
  } finally {
    await target.close();
  }
}

/** Without its password. */
function placeOf(url: string): string {
  try {
    const { hosts, rest } = parseDatabaseUrl(url);
    return `${hosts.map(({ host, port }) => `${host}:${port}`).join(',')}${new URL(rest).pathname}`;
  } catch (error) {
    if (!(error instanceof DatabaseUrlError || error instanceof TypeError)) throw error;
    throw new UsageError('--to must be the address of a server: postgres://user:password@host/database');
  }
}

/** As a service would, so it's refused while one runs. */
async function openSource(config: Config, log: Log): Promise<Database> {
  try {
    return await connect({ database: config.database, pool }, log);
  } catch (error) {
    if ((error as { briefly?: boolean }).briefly === undefined) throw error;
    throw new UsageError(
      `Stop the service first: what is written while its database moves would be lost. (${(error as Error).message})`,
    );
  }
}

async function readable(sql: Sql, place: string): Promise<void> {
  try {
    const { version, versionNumber, writable } = await readServer(sql);
    if (versionNumber < oldestVersion)
      throw new UsageError(`${place} is PostgreSQL ${version}. Latchkey needs 15 or newer.`);
    if (!writable) throw new UsageError(`${place} does not accept writes: name the primary.`);
    const encoding = await encodingOf(sql);
    if (encoding !== 'UTF8')
      throw new UsageError(
        `The database ${place} has the encoding ${encoding}. Create it with ENCODING 'UTF8'.`,
      );
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${place} can't be used: ${explain(error) ?? (error as Error).message}`);
  }
}

type Moved = { tables: number; rows: number; version: string };

async function copy(source: Database, target: Database, place: string, log: Log): Promise<Moved> {
  await source.migrate(log);
  const from = source.sql.openPatient();
  const to = target.sql.openPatient();
  try {
    await refuseFull(
      to,
      (await listTables(from)).map(({ name }) => name),
      place,
    );
    await target.migrate(log);
    const rows = await from.begin('isolation level repeatable read read only', (reading) =>
      to.begin((writing) => copyAll(reading, writing)),
    );
    return { ...rows, version: (await readServer(to)).version };
  } finally {
    await Promise.all([from.end({ timeout: 5 }), to.end({ timeout: 5 })]);
  }
}

async function refuseFull(to: Sql, ours: string[], place: string): Promise<void> {
  const found = await foundIn(to, ours);
  if (found === 'nothing') return;
  const why =
    found === 'accounts' ? 'it already holds accounts' : `it holds the table ${found.foreign}, among others`;
  throw new UsageError(`The database ${place} is not empty: ${why}. Create a new one. Nothing was changed.`);
}

async function copyAll(reading: Db, writing: Db): Promise<Omit<Moved, 'version'>> {
  await fixFormats(reading);
  await fixFormats(writing);
  const tables = await listTables(reading);
  await makeTrailMonths(writing, await trailMonths(reading));
  const rules = await suspendRules(writing);
  let rows = 0;
  for (const table of tables) {
    await empty(writing, table);
    for await (const lines of readRows(reading, table, batchBytes)) await writeRows(writing, table, lines);
    rows += await compare(reading, writing, table);
  }
  for (const sequence of await readSequences(reading)) await setSequence(writing, sequence);
  await restoreRules(writing, rules);
  return { tables: tables.length, rows };
}

/** A difference undoes everything in the target. */
async function compare(reading: Db, writing: Db, table: Table): Promise<number> {
  const [before, after] = [await digestOf(reading, table), await digestOf(writing, table)];
  if (before.rows === after.rows && before.digest === after.digest) return after.rows;
  throw new UsageError(
    `${table.name} has ${before.rows} rows here, and ${after.rows} arrived${before.rows === after.rows ? ' with other contents' : ''}. Nothing was moved.`,
  );
}

function tellOutcome({ tables, rows, version }: Moved, place: string, config: Config): Report {
  const folder = config.folder;
  const secrets = config.secrets.generated
    ? `Keep its secrets: copy those in ${folder}/secrets.json to SESSION_SECRET, JWT_SECRET and JWT_REFRESH_SECRET.`
    : 'Keep the same SESSION_SECRET, JWT_SECRET and JWT_REFRESH_SECRET.';
  const text = [
    `Moved ${rows} rows in ${tables} tables to PostgreSQL ${version} at ${place}, and compared every table.`,
    'Set DATABASE_URL to that address from now on.',
    secrets,
    `The database in ${folder} is unchanged. Delete it once the service runs on the new one.`,
  ].join('\n');
  return { text, json: { rows, tables, version, to: place } };
}
