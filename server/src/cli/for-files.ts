import type { Config } from '../platform/config/config.ts';
import type { ConfigurationOptions } from './configuration/configuration.ts';
import type { PreviewOptions } from './mails/preview.ts';
import type { ReportingCommand } from './reporting-command.ts';

type Variables = Record<string, string | undefined>;
/** The configuration, after `change` has seen the variables. */
type Configured = (change?: (variables: Variables) => Variables) => Config;

const notes = `
The file is YAML or JSON with any of the sections that "latchkey config export" writes. What it leaves out stays as it is.
\${NAME} in a text is the value of a variable. To mean these letters, write $\${NAME}.`;

/** `config` finds what there is, and makes nothing. */
export function addFiles(program: ReportingCommand, configured: Configured, config: () => Config): void {
  addConfiguration(program, configured);
  addMails(program, config);
}

/** What the service is to be like, as a file. */
function addConfiguration(program: ReportingCommand, configured: Configured): void {
  const all = program.command('config').description('export, plan and apply the configuration as a file');
  const readFile = () => {
    let values: Variables = {};
    const config = configured((variables) => {
      values = variables;
      return variables;
    });
    return [config, values] as const;
  };
  all
    .command('export')
    .description('write the configuration to standard output, without secrets')
    .reports(async () => (await import('./configuration/export.ts')).exportConfiguration(configured()));
  all
    .command('plan')
    .description('say what apply would change, and change nothing; exits 2 if there is something to change')
    .requiredOption('-f, --file <file>', 'the file')
    .option('--prune', 'also delete what the sections of the file lack')
    .addHelpText('after', notes)
    .reports(async (options: ConfigurationOptions) =>
      (await import('./configuration/configuration.ts')).planConfiguration(...readFile(), options),
    );
  all
    .command('apply')
    .description('make the service as the file says, all of it or nothing')
    .requiredOption('-f, --file <file>', 'the file')
    .option('--prune', 'also delete what the sections of the file lack')
    .option('--secrets-to <file>', 'write the secrets of new things into a new file, and print none')
    .addHelpText('after', notes)
    .reports(async (options: ConfigurationOptions) =>
      (await import('./configuration/configuration.ts')).applyConfiguration(...readFile(), options),
    );
}

/** Mails, as files. */
function addMails(program: ReportingCommand, config: () => Config): void {
  program
    .command('mails')
    .description('look at the emails that the service sends')
    .command('preview')
    .description('write every email as HTML and text, with made-up facts; needs no database')
    .requiredOption('--out <folder>', 'where to; it is made if it is missing')
    .option('--type <type>', 'only emails of this type, such as invite')
    .option('--locale <locale>', 'only in this language, such as de')
    .reports(async (options: PreviewOptions) =>
      (await import('./mails/preview.ts')).previewMails(config(), options),
    );
}
