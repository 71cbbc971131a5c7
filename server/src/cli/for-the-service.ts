import type { Config } from '../platform/config/config.ts';
import type { MigrateOptions } from './migrate.ts';
import type { ReportingCommand } from './reporting-command.ts';
import type { ServeOptions } from './serve.ts';

/** The service itself, and its schema. */
export function addService(program: ReportingCommand, config: () => Config): void {
  program
    .command('serve')
    .description('run the service')
    .option('--temporary', 'for tests: the embedded database waits for no disk')
    .action(async (options: ServeOptions) =>
      (await import('./serve.ts')).serveUntilStopped(config(), options),
    );
  program
    .command('migrate')
    .description('bring the database schema up to date (serve does so too)')
    .option('--dry-run', 'list what would be applied, and change nothing')
    .option('--grant-to <role>', 'give this database role only the rights it needs to run the service')
    .reports(async (options: MigrateOptions) =>
      (await import('./migrate.ts')).migrateSchema(config(), options),
    );
}
