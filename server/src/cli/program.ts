import { applicationKinds, type SystemRole, systemRoles } from '@latchkey/contract';
import { Argument, InvalidArgumentError, Option } from 'commander';
import { type Config, readConfig } from '../platform/config/config.ts';
import { version } from '../platform/package.ts';
import { foundSecrets, keptSecrets } from '../runtime/development-secrets.ts';
import type { ApplicationOptions } from './applications.ts';
import type { AuditExportOptions } from './audit.ts';
import type { DoctorOptions } from './doctor/doctor.ts';
import { addDev, addInit } from './for-developers.ts';
import { addFiles } from './for-files.ts';
import { addBackup, addService } from './for-the-service.ts';
import { explain, printFailure } from './output.ts';
import { ReportingCommand } from './reporting-command.ts';
import type { ImportOptions, UserExportOptions } from './users.ts';
import { addDatabase, addWaysBack } from './ways-back.ts';
import { withEnvFile } from './with-deps.ts';

// Each command loads what it needs: the whole service takes a second to load.
const accounts = () => import('./accounts.ts');
const users = () => import('./users.ts');
const webhooks = () => import('./webhooks.ts');
const audit = () => import('./audit.ts');

type Environment = Record<string, string | undefined>;

export async function run(args: string[], environment: Environment): Promise<void> {
  const asJson = args.includes('--json');
  try {
    const program = commands((envFile, secrets, change) => {
      const { variables, fromFile } = withEnvFile(environment, envFile);
      // What else is in the file is for the application.
      return change ? readConfig(change(variables), secrets) : readConfig(variables, secrets, fromFile);
    });
    if (args.length === 0) return program.outputHelp();
    if (asJson) reportErrorsAsJson(program);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    const told = explain(error);
    if (told !== undefined || asJson) printFailure(told ?? String((error as Error).stack ?? error), asJson);
    else {
      console.error(error);
      process.exitCode = 1;
    }
  }
}

/** Errors in how a command was written: an unknown option, a missing argument. */
function reportErrorsAsJson(command: ReportingCommand): void {
  const { outputError: inWords } = command.configureOutput();
  command.configureOutput({
    outputError: (text) => inWords?.(text, (words) => printFailure(words.replace(/^error: /, ''), true)),
  });
  for (const each of command.commands) reportErrorsAsJson(each as ReportingCommand);
}

const notes = `
Configure every command with environment variables, or with lines in .env. DATABASE_URL says which database to use.
With the embedded database, commands work whether or not the service is running.`;

type Configured = (
  envFile: string | undefined,
  secrets: typeof keptSecrets,
  change?: (variables: Environment) => Environment,
) => Config;

export function commands(configured: Configured): ReportingCommand {
  const program = new ReportingCommand('latchkey')
    .description('Self-hosted user management.')
    .version(version, '-v, --version')
    .option('--env-file <file>', 'read variables from this file instead of .env; the real environment wins')
    .addHelpText('after', notes);
  const config = (secrets = keptSecrets) => configured(program.opts<{ envFile?: string }>().envFile, secrets);
  addService(program, config);
  program
    .command('demo')
    .description('fill an empty database with a made-up company to explore')
    .reports(async () => (await import('./demo/fill-demo.ts')).fillWithDemo(config()));
  const changed: Parameters<typeof addDev>[1] = (change) =>
    configured(program.opts<{ envFile?: string }>().envFile, keptSecrets, change);
  addDev(program, changed);
  addInit(program);
  addFiles(program, changed, () => config(foundSecrets));
  addDoctor(program, () => config(foundSecrets));
  addDatabase(program, config);
  addBackup(program, () => config(foundSecrets));
  addSecrets(program, config);
  addAdmin(program, config);
  addUser(program, config);
  addUsers(program, config);
  addWaysBack(program, config);
  addWebhook(program, config);
  addAudit(program, config);
  addApplication(program, config);
  addKeys(program, config);
  return program;
}

function addDoctor(program: ReportingCommand, config: () => Config): void {
  program
    .command('doctor')
    .description(
      'check configuration, database, clock, mail, providers, limits and disk, and say what to fix',
    )
    .option('--cluster', 'also compare the nodes that run: versions, clocks, settings and secrets')
    .addHelpText(
      'after',
      '\nIt changes nothing. It exits 1 if it finds a fault, and 0 if it finds none, or only warnings.',
    )
    .reports(async (options: DoctorOptions) => (await import('./doctor/doctor.ts')).doctor(config, options));
}

function addSecrets(program: ReportingCommand, config: () => Config): void {
  const secrets = program.command('secrets').description('manage the encryption of stored secrets');
  secrets
    .command('reseal')
    .description('after replacing SESSION_SECRET, make stored data independent of SESSION_SECRET_PREVIOUS')
    .reports(async () => (await import('./secrets.ts')).resealSecrets(config()));
}

function addAdmin(program: ReportingCommand, config: () => Config): void {
  const admin = program.command('admin').description('manage administrators');
  admin
    .command('create')
    .description('create an account with the ADMIN role')
    .requiredOption('--email <email>', 'the address to sign in with; it counts as verified')
    .option(
      '--password <password>',
      'visible in the list of processes: leave it out to be prompted, or pipe it in as one line',
    )
    .addHelpText('after', '\nTo promote an existing account: npx latchkey user set-role <email> ADMIN')
    .reports(async (options: { email: string; password?: string }) =>
      (await accounts()).createAdminAccount(config(), options),
    );
}

function addUser(program: ReportingCommand, config: () => Config): void {
  const user = program
    .command('user')
    .description('manage existing accounts')
    .configureOutput({ outputError: (text, write) => write(namingArguments(text)) });
  user
    .command('unlock')
    .description('unlock an account after too many failed sign-ins')
    .argument('<email>', 'the address of the account')
    .reports(async (email: string) => (await accounts()).unlockAccount(config(), email));
  user
    .command('reset-2fa')
    .description('turn off two-factor and end all sessions, for someone who lost their device')
    .argument('<email>', 'the address of the account')
    .reports(async (email: string) => (await accounts()).removeTwoFactor(config(), email));
  user
    .command('set-role')
    .description('change the role of an account')
    .argument('<email>', 'the address of the account')
    .addArgument(new Argument('<role>', 'the new role').choices(systemRoles).argParser(roleFrom))
    .reports(async (email: string, role: SystemRole) => (await accounts()).changeRole(config(), email, role));
}

const products = ['jsonl', 'auth0', 'firebase', 'keycloak', 'supabase', 'clerk', 'better-auth'];

const importNotes = `
Each line is a JSON object, or a CSV row below a header line, with email and any of username, firstName, lastName,
emailVerified, isActive, passwordHash, createdAt, publicMetadata and privateMetadata. Existing accounts are left unchanged,
so you can rerun an import that was cut short. Refused lines go to <file>.refused.jsonl, and the exit code is then 2.`;

function addUsers(program: ReportingCommand, config: () => Config): void {
  const all = program.command('users').description('import and export accounts');
  all
    .command('import')
    .description('create accounts from a file, with their password hashes')
    .argument('<file>', 'JSON lines, CSV, or an export from another product')
    .addOption(new Option('--from <product>', 'what wrote the file').choices(products).default('jsonl'))
    .option('--dry-run', 'say what would happen, and write nothing')
    .option('--firebase-key <base64>', 'base64_signer_key of the project')
    .option('--firebase-salt-separator <base64>', 'base64_salt_separator of the project')
    .option('--firebase-rounds <number>', 'rounds of the project (default: 8)')
    .option('--firebase-memory <number>', 'mem_cost of the project (default: 14)')
    .addHelpText('after', importNotes)
    .reports(async (file: string, options: ImportOptions) =>
      (await users()).importFile(config(), file, options),
    );
  all
    .command('export')
    .description('write every account to standard output')
    .addOption(new Option('--format <format>', 'output format').choices(['jsonl', 'csv']).default('jsonl'))
    .option('--with-password-hashes', 'include password hashes, for a move to another service')
    .addOption(asOneArray())
    .reports(async (options: UserExportOptions) => (await users()).exportFile(config(), options));
}

function addWebhook(program: ReportingCommand, config: () => Config): void {
  const webhook = program.command('webhook').description('manage webhooks');
  webhook
    .command('list')
    .description('list the webhooks of the service and of every organization')
    .reports(async () => (await webhooks()).listWebhooks(config()));
  webhook
    .command('test')
    .description('send a test event and print the outcome')
    .argument('<id>', 'the ID of the webhook')
    .reports(async (id: string) => (await webhooks()).testWebhook(config(), id));
  webhook
    .command('replay')
    .description('send past events again')
    .argument('<id>', 'the ID of the webhook')
    .requiredOption('--since <time>', 'resend events from this time on, such as 2030-01-31T12:00:00Z')
    .reports(async (id: string, options: { since: string }) =>
      (await webhooks()).replayWebhook(config(), id, options),
    );
}

function addAudit(program: ReportingCommand, config: () => Config): void {
  const trail = program
    .command('audit')
    .description('verify and export the audit trail, and erase personal data from it');
  trail
    .command('verify')
    .description('check that no entry was changed, removed, inserted or moved since it was sealed')
    .option('--since <time>', 'check only what was sealed since then, such as 2030-01-31T12:00:00Z')
    .option('--head <root>', 'the root of a seal that you kept elsewhere; also check that it is still there')
    .reports(async (options: { since?: string; head?: string }) =>
      (await audit()).verifyAudit(config(), options),
    );
  trail
    .command('export')
    .description('write the entries of the whole service to standard output, newest first')
    .addOption(new Option('--format <format>', 'output format').choices(['jsonl', 'csv']).default('jsonl'))
    .option('--since <time>', 'export entries from this time on, such as 2030-01-31T12:00:00Z or 2030-01-31')
    .option('--until <time>', 'export entries up to this time; a date alone means the end of that day')
    .addOption(asOneArray())
    .reports(async (options: AuditExportOptions) => (await audit()).exportAudit(config(), options));
  trail
    .command('erase')
    .description("erase the email, IP address and browser from a person's entries")
    .argument('<email>', 'the address in the entries')
    .reports(async (email: string) => (await audit()).eraseFromAudit(config(), email));
}

function addApplication(program: ReportingCommand, config: () => Config): void {
  program
    .command('application')
    .description('manage the applications that people sign in to')
    .command('create')
    .description('register an application, and print its client ID and secret as lines for its environment')
    .requiredOption('--name <name>', 'what people see when they sign in')
    .addOption(new Option('--kind <kind>', 'its kind').choices(applicationKinds).makeOptionMandatory())
    .option('--redirect-uri <uri...>', 'where people return after they sign in')
    .option('--post-logout-redirect-uri <uri...>', 'where people return after they sign out')
    .option('--first-party', "this is your own application: people aren't asked for consent")
    .reports(async (options: ApplicationOptions) =>
      (await import('./applications.ts')).registerApplication(config(), options),
    );
}

function addKeys(program: ReportingCommand, config: () => Config): void {
  program
    .command('keys')
    .description('manage the keys that sign application tokens')
    .command('rotate')
    .description('create the next keys now: they are published at once, and start signing in 24 hours')
    .option(
      '--now',
      'after a leak: new keys sign at once, and tokens signed with the earlier ones are refused',
    )
    .reports(async (options: { now?: boolean }) =>
      (await import('./secrets.ts')).rotateKeys(config(), options),
    );
}

/** An export in one document, for programs that don't read lines. */
function asOneArray(): Option {
  return new Option('--json', 'write one JSON array, and errors as JSON on standard error').conflicts(
    'format',
  );
}

/** Tells people who write `--email` that it is an argument here. */
function namingArguments(text: string): string {
  const name = /unknown option '--(email|role)/.exec(text)?.[1];
  return name ? `${text.trimEnd()}: the ${name} is an argument, without --${name}\n` : text;
}

/** Accepts upper and lower case. */
function roleFrom(given: string): SystemRole {
  const role = systemRoles.find((each) => each === given.toUpperCase());
  if (!role) throw new InvalidArgumentError(`Allowed choices are ${systemRoles.join(', ')}.`);
  return role;
}
