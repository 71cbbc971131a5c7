import { Command } from 'commander';
import { printReport, type Report } from './output.ts';

/** A command whose subcommands can be given work that ends in a report. */
export class ReportingCommand extends Command {
  override createCommand(name?: string): ReportingCommand {
    return new ReportingCommand(name);
  }

  /** Adds --json, and prints what the work returns. Work that prints by itself returns nothing. */
  reports<Given extends unknown[]>(work: (...given: Given) => Promise<Report | undefined>): this {
    if (!this.options.some(({ long }) => long === '--json'))
      this.option('--json', 'print the result as JSON, and errors as JSON on standard error');
    return this.action(async (...given) => {
      const report = await work(...(given as unknown as Given));
      if (report) printReport(report, Boolean(this.opts().json));
    });
  }
}
