import type { Config } from '../platform/config/config.ts';
import type { ReportingCommand } from './reporting-command.ts';

/** For when no one gets in any more. */
export function addWaysBack(program: ReportingCommand, config: () => Config): void {
  for (const add of [addPolicy, addSso, addHook]) add(program, config);
}

/** After a policy locked everyone out. */
function addPolicy(program: ReportingCommand, config: () => Config): void {
  program
    .command('policy')
    .description('manage policies')
    .command('reset')
    .description(
      "make the service's policy, or an organization's, ask for nothing: the way back in after a lock-out",
    )
    .option('--organization <slug>', 'the slug of the organization')
    .reports(async (options: { organization?: string }) =>
      (await import('./policy.ts')).resetPolicy(config(), options),
    );
}

/** When no OWNER can sign in without the identity provider. */
function addSso(program: ReportingCommand, config: () => Config): void {
  program
    .command('sso')
    .description('manage single sign-on')
    .command('release')
    .description(
      'no longer require single sign-on in an organization: the way back in when no OWNER can sign in without it',
    )
    .requiredOption('--organization <slug>', 'the slug of the organization')
    .reports(async (options: { organization: string }) =>
      (await import('./sso.ts')).releaseSso(config(), options),
    );
}

/** When a hook lets no one in. */
function addHook(program: ReportingCommand, config: () => Config): void {
  program
    .command('hook')
    .description('manage hooks')
    .command('disable')
    .description('turn off the hook of a point, or all of them: the way back in when one refuses everyone')
    .argument('[point]', 'such as sign_in.before')
    .option('--all', 'turn off every hook')
    .reports(async (point: string | undefined, options: { all?: boolean }) =>
      (await import('./hooks.ts')).disableHook(config(), point, options),
    );
}

/** Out of the embedded database. */
export function addDatabase(program: ReportingCommand, config: () => Config): void {
  program
    .command('database')
    .description('manage the embedded database')
    .command('move')
    .description('copy it to a server of your own, with the service stopped, and compare every table')
    .requiredOption('--to <url>', 'an empty database there: postgres://user:password@host/database')
    .reports(async (options: { to: string }) =>
      (await import('./database/move.ts')).moveDatabase(config(), options),
    );
}
