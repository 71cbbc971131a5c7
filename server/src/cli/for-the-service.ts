import type { Config } from '../platform/config/config.ts';
import type { VerifyBackupOptions } from './backup/verify.ts';
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

/** What would be left of it. */
export function addBackup(program: ReportingCommand, config: () => Config): void {
  program
    .command('backup')
    .description('prove that backups can be restored')
    .command('verify')
    .description('restore a backup in a temporary folder, read it all and check the seal of its audit trail')
    .argument('<path>', 'a dump by pg_dump in any format, or a base backup by pg_basebackup')
    .option(
      '--postgres <folder>',
      'PostgreSQL programs for a base backup of another major version, or pg_restore',
    )
    .option('--database <name>', 'which database of a base backup, if several are of Latchkey')
    .option('--head <root>', 'the root of a seal that you kept elsewhere; also check that it is still there')
    .addHelpText(
      'after',
      '\nIt needs the secrets of the service, and leaves its database alone. TMPDIR says where to restore.',
    )
    .reports(async (path: string, options: VerifyBackupOptions) =>
      (await import('./backup/verify.ts')).verifyBackup(config(), path, options),
    );
}
