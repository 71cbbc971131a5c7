import { password as askPassword, isCancel } from '@clack/prompts';
import { Email } from '@latchkey/contract';
import closeWithGrace from 'close-with-grace';
import { Command } from 'commander';
import { banner } from './banner.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { connect } from './db/connect.ts';
import { EmbeddedPostgresError } from './db/embedded/index.ts';
import { migrate } from './db/migrate.ts';
import type { Deps } from './deps.ts';
import { keptSecrets } from './development-secrets.ts';
import { createLogger } from './logger.ts';
import { serve } from './serve.ts';
import { createAdmin } from './users/create-admin.ts';
import { wire } from './wire.ts';

const graceMs = 10_000;

/** A fault for the person at the terminal: one line, no stack. */
class UsageError extends Error {}

export async function run(args: string[], environment: Record<string, string | undefined>): Promise<void> {
  const program = new Command('latchkey').description('Self-hosted user management.');
  const config = () => readConfig(environment, keptSecrets);

  program
    .command('serve')
    .description('run the service')
    .action(() => serveUntilStopped(config()));
  program
    .command('migrate')
    .description('bring the database schema up to date')
    .action(() => withDeps(config(), async () => undefined));
  const admin = program.command('admin').description('administrators');
  admin
    .command('create')
    .description('create an ADMIN')
    .requiredOption('--email <email>', 'the address to sign in with')
    .option('--password <password>', 'asked for when it is missing')
    .action((options: { email: string; password?: string }) =>
      withDeps(config(), (deps) => createAdminFromTerminal(deps, options)),
    );

  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    const forPeople =
      error instanceof ConfigError || error instanceof EmbeddedPostgresError || error instanceof UsageError;
    console.error(forPeople ? error.message : error);
    process.exitCode = 1;
  }
}

async function serveUntilStopped(config: Config): Promise<void> {
  const log = createLogger(config);
  const running = await serve(config, log);
  closeWithGrace({ delay: graceMs, logger: false }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping after an error');
    else log.info({ signal }, 'stopping');
    await running.close();
  });
  if (config.environment === 'development') console.log(banner(config));
  else log.info({ address: running.address }, 'listening');
}

/** Work on the database without serving: schema first, then the work, then everything is closed again. */
async function withDeps(config: Config, work: (deps: Deps) => Promise<void>): Promise<void> {
  const log = createLogger({ ...config, logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel });
  const database = await connect(config, log);
  try {
    await migrate(database.sql, {
      info: ({ migration }: object & { migration?: string }) => console.log(`Applied ${migration}`),
    });
    const deps = wire({ config, log, sql: database.sql });
    await work(deps);
    await deps.close();
  } finally {
    await database.close();
  }
}

async function createAdminFromTerminal(
  deps: Deps,
  options: { email: string; password?: string },
): Promise<void> {
  const email = Email.safeParse(options.email);
  if (!email.success) throw new UsageError(`${options.email} is not an email address.`);
  const password = options.password ?? (await promptPassword());
  const fault = await createAdmin(deps, email.data, password);
  if (fault) throw new UsageError(fault);
  console.log(`${email.data} is an ADMIN now. Two-factor must be set up at the first sign-in.`);
}

async function promptPassword(): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError('--password is needed when there is no terminal to ask at.');
  const answer = await askPassword({ message: 'Password' });
  if (isCancel(answer)) throw new UsageError('Cancelled.');
  return answer;
}
