import type { Config } from '../platform/config/config.ts';
import { connect } from '../platform/db/connect.ts';
import { missingMigrations } from '../platform/db/migrate.ts';
import { grantTo, NoRoleError } from '../platform/db/serving-role-store.ts';
import type { Sql } from '../platform/db/sql.ts';
import { createLogger } from '../platform/log.ts';
import { type Report, UsageError } from './output.ts';

export type MigrateOptions = { dryRun?: boolean; grantTo?: string; json?: boolean };

/** Only the schema: it does not need the right secrets. */
export async function migrateSchema(config: Config, options: MigrateOptions): Promise<Report> {
  const { dryRun, grantTo: role, json } = options;
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const log = createLogger({ ...config, logLevel: 'warn' }, process.stderr);
  const database = await connect(config, log, { holder: 'command' });
  try {
    if (dryRun) return await tellMissing(database.sql);
    const applied: string[] = [];
    const report = ({ migration = '' }: { migration?: string }) => {
      applied.push(migration);
      // Shown as it happens: a migration may take minutes.
      if (!json) console.log(`Applied ${migration}`);
    };
    await database.migrate({ info: report });
    const granted = role ? [await grant(database.sql, role)] : [];
    const text = [...(applied.length === 0 ? ['The schema is up to date.'] : []), ...granted].join('\n');
    return { text, json: { applied, grantedTo: role ?? null } };
  } finally {
    await database.close();
  }
}

async function tellMissing(sql: Sql): Promise<Report> {
  const missing = await missingMigrations(sql);
  const last = missing.length === 0 ? 'The schema is up to date.' : 'Nothing was changed.';
  const text = [...missing.map((name) => `Would apply ${name}`), last].join('\n');
  return { text, json: { wouldApply: missing } };
}

async function grant(sql: Sql, role: string): Promise<string> {
  try {
    await grantTo(sql, role);
  } catch (error) {
    throw error instanceof NoRoleError ? new UsageError(error.message) : error;
  }
  return `${role} can now run the service: it can read and write the tables, but not create any.`;
}
