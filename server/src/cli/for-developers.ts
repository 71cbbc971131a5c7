import { InvalidArgumentError } from 'commander';
import type { Config } from '../platform/config/config.ts';
import type { InitOptions } from './init/init.ts';
import type { ReportingCommand } from './reporting-command.ts';

type Variables = Record<string, string | undefined>;
/** The configuration, after `change` has seen the variables. */
type Configured = (change?: (variables: Variables) => Variables) => Config;
type PortOptions = { port: number; latchkeyPort: number };

/** For an application that is being developed. */
export function addDev(program: ReportingCommand, config: Configured): void {
  const dev = program
    .command('dev')
    .description('run Latchkey beside an application: latchkey dev -- npm run dev')
    .argument('[command...]', 'how to start the application; it gets PORT and LATCHKEY_URL')
    .option('--port <port>', 'the port of the application', portFrom, 4000)
    .option('--latchkey-port <port>', 'the port of Latchkey', portFrom, 3000)
    .addHelpText(
      'after',
      "\nIt allows the application's origin, prints a person and an ADMIN to sign in as, and stops both together.",
    )
    .action(async (command: string[], options: PortOptions) => {
      const { besideApplication, runBeside } = await import('./dev/dev.ts');
      const ours = config((variables) => besideApplication(variables, options));
      await runBeside(ours, { command, port: options.port });
    });
  dev
    .command('code')
    .description("print the ADMIN's current two-factor code")
    .reports(async () => (await import('./dev/people.ts')).showCode(config()));
}

/** Into an application that is there. */
export function addInit(program: ReportingCommand): void {
  program
    .command('init')
    .description('prepare an application: SDK, guard, sign-in, environment and a script')
    .argument('[folder]', 'the folder of the application, with its package.json', '.')
    .option('--yes', "make the changes and don't ask")
    .option('--install', 'run npm install afterward')
    .option('--dry-run', 'show what would change, and change nothing')
    .addHelpText('after', '\nIt shows every change first. Run twice, it changes nothing the second time.')
    .reports(async (folder: string, options: InitOptions) =>
      (await import('./init/init.ts')).initialize(folder, options),
    );
}

function portFrom(given: string): number {
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new InvalidArgumentError('It must be a number from 1 to 65535.');
  return port;
}
