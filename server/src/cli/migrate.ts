import type { Config } from '../platform/config/config.ts';
import { connect } from '../platform/db/connect.ts';
import { missingMigrations } from '../platform/db/migrate.ts';
import { grantTo, NoRoleError } from '../platform/db/serving-role-store.ts';
import type { Sql } from '../platform/db/sql.ts';
import { createLogger } from '../platform/log.ts';
import { UsageError } from './output.ts';

type Options = { dryRun?: boolean; grantTo?: string };

/** Only the schema: it does not need the right secrets. */
export async function migrateSchema(config: Config, { dryRun, grantTo: role }: Options): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const log = createLogger({ ...config, logLevel: 'warn' });
  const database = await connect(config, log, { holder: 'command' });
  try {
    if (dryRun) return await tellMissing(database.sql);
    let applied = 0;
    const report = ({ migration }: { migration?: string }) => {
      applied++;
      console.log(`Applied ${migration}`);
    };
    await database.migrate({ info: report });
    if (applied === 0) console.log('The schema is up to date.');
    if (role) await grant(database.sql, role);
  } finally {
    await database.close();
  }
}

async function tellMissing(sql: Sql): Promise<void> {
  const missing = await missingMigrations(sql);
  for (const name of missing) console.log(`Would apply ${name}`);
  console.log(missing.length === 0 ? 'The schema is up to date.' : 'Nothing was changed.');
}

async function grant(sql: Sql, role: string): Promise<void> {
  try {
    await grantTo(sql, role);
  } catch (error) {
    throw error instanceof NoRoleError ? new UsageError(error.message) : error;
  }
  console.log(`${role} can now run the service: it can read and write the tables, but not create any.`);
}
