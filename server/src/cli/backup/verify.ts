import type { Config } from '../../platform/config/config.ts';
import {
  migrate,
  missingMigrations,
  NewerSchemaError,
  UnreleasedSchemaError,
} from '../../platform/db/migrate.ts';
import type { ServerParts } from '../../platform/db/pool.ts';
import { readServer } from '../../platform/db/server-store.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { createLogger } from '../../platform/log.ts';
import { verifyTrail } from '../../records/audit/verify-trail.ts';
import { sessionSecretsOf, WrongSecretError } from '../../records/vault/data-keys.ts';
import { checkSealed } from '../../records/vault/reseal.ts';
import { atRest } from '../../runtime/upkeep.ts';
import { headOf, tellTrail } from '../audit.ts';
import { digestOf, listTables } from '../database/move-store.ts';
import { type Report, UsageError } from '../output.ts';
import { copyBaseBackup } from './base-backup.ts';
import { withConnection, withEngine } from './engine.ts';
import { type Backup, recognize } from './recognize.ts';
import { findDatabase, restoreDump } from './restore.ts';
import { type Contents, hasTrail, readContents } from './restore-store.ts';

export type VerifyBackupOptions = { postgres?: string; database?: string; head?: string };

type Restored = Contents & { version: string; tables: number; rows: number; migrated: string[] };

/** Restores a backup into a server of its own, which is removed again, and checks what came out. */
export async function verifyBackup(
  config: Config,
  path: string,
  { postgres: programs, database, head }: VerifyBackupOptions,
): Promise<Report> {
  const root = head === undefined ? undefined : headOf(head);
  const backup = await recognize(path);
  const log = createLogger({ ...config, logLevel: 'silent' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const isDump = backup.kind === 'script' || backup.kind === 'archive';
  let files: number | undefined;
  const fill = async (data: string, major: string) => {
    files = await copyBaseBackup(backup, data, major);
  };
  // A dump goes into any version, and the embedded one is always there.
  const options = isDump ? { log } : { log, programs, fill };
  return withEngine(options, async (server) => {
    const target = isDump
      ? await restoreDump(backup, server, programs)
      : await findDatabase(server, database);
    return withConnection(target, (sql) => examine(config, sql, { backup, files, root, target }));
  });
}

type Given = { backup: Backup; files: number | undefined; root: Buffer | undefined; target: ServerParts };

async function examine(config: Config, sql: Sql, { backup, files, root, target }: Given): Promise<Report> {
  if (!(await hasTrail(sql)))
    throw new UsageError('The backup was restored, but it is not of a Latchkey database.');
  const rows = await countRows(sql);
  const migrated = await bringUpToDate(sql);
  const restored = {
    ...rows,
    migrated,
    ...(await readContents(sql)),
    version: (await readServer(sql)).version,
  };
  const secrets = await sealedFault(config, sql);
  const trail = tellTrail(await verifyTrail({ sql, config }, { head: root }), {});
  const failures = [secrets, trail.failure].filter((each) => each !== undefined);
  const summary = tellRestored(restored, backup, files);
  return {
    text: [...summary, trail.text, ...(failures.length > 0 ? [] : ['The backup can be restored.'])].join(
      '\n',
    ),
    json: {
      ...{ backup: backup.kind, database: target.database, ...restored, filesCompared: files ?? null },
      ...{ secretsFit: secrets === undefined, trail: trail.json },
    },
    ...(trail.details && { details: trail.details }),
    ...(failures.length > 0 && { failure: failures.join('\n') }),
  };
}

/** Reads every value: a page that is damaged on disk shows only then. */
async function countRows(sql: Sql): Promise<{ tables: number; rows: number }> {
  const tables = await listTables(sql);
  let total = 0;
  for (const table of tables) {
    const { rows } = await digestOf(sql, table).catch((error: Error) => {
      throw new UsageError(`The table ${table.name} of the backup cannot be read: ${error.message}`);
    });
    total += rows;
  }
  return { tables: tables.length, rows: total };
}

/** As the service would when it starts on the restored database. */
async function bringUpToDate(sql: Sql): Promise<string[]> {
  try {
    const missing = await missingMigrations(sql);
    await migrate(sql, { info: () => undefined });
    return missing;
  } catch (error) {
    if (error instanceof NewerSchemaError)
      throw new UsageError(
        'The backup can be restored, but a newer version of Latchkey made it. Verify it with that version.',
      );
    if (error instanceof UnreleasedSchemaError)
      throw new UsageError(
        'The backup can be restored, but an unreleased version of Latchkey made it. Verify it with that version.',
      );
    throw error;
  }
}

async function sealedFault(config: Config, sql: Sql): Promise<string | undefined> {
  const advice =
    'Run this with the secrets that the service has: without its SESSION_SECRET, the service cannot start on the restored database.';
  try {
    const { unreadable } = await checkSealed(sql, sessionSecretsOf(config.secrets), atRest.columns);
    if (unreadable.length === 0) return undefined;
    return `Some sealed values cannot be read: ${unreadable.join(', ')}. ${advice}`;
  } catch (error) {
    if (!(error instanceof WrongSecretError)) throw error;
    return `SESSION_SECRET does not open what is sealed in the backup. ${advice}`;
  }
}

const kinds: Record<Backup['kind'], string> = {
  script: 'a plain dump',
  archive: 'a dump',
  data: 'a base backup',
  tars: 'a base backup',
};

function tellRestored(restored: Restored, { kind }: Backup, files: number | undefined): string[] {
  const { version, tables, rows, users, organizations, newest, migrated } = restored;
  const compared =
    files === undefined
      ? 'There was no manifest to compare its files with.'
      : `Compared ${files} files with its manifest.`;
  return [
    `Restored ${kinds[kind]} into PostgreSQL ${version}: ${rows} rows in ${tables} tables.`,
    ...(kind === 'data' || kind === 'tars' ? [compared] : []),
    ...(migrated.length > 0
      ? [`Its schema is older. Migrations applied to the copy: ${migrated.length}.`]
      : []),
    `Users: ${users}. Organizations: ${organizations}. Newest audit entry: ${newest ? newest.toISOString() : 'none'}.`,
  ];
}
