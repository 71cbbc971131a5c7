import { type Config, ConfigError } from '../../platform/config/config.ts';
import { explain, type Report } from '../output.ts';
import { examineDatabase } from './database.ts';
import { type Finding, fault, ok, warning } from './finding.ts';
import { examineReplicas } from './replicas.ts';
import { examineDisk, examineLimits, examineMail, examineProviders } from './surroundings.ts';

const marks = { ok: '✓', warning: '!', fault: '✗' };

export type DoctorOptions = { cluster?: boolean };

/** Examines everything and changes nothing. Exit code 1 means there is a fault. */
export async function doctor(config: () => Config, options: DoctorOptions = {}): Promise<Report> {
  const findings = await examine(config, options);
  const isWell = findings.every(({ status }) => status !== 'fault');
  const text = findings.map(linesOf).join('\n');
  return { text, json: { ok: isWell, findings }, exitCode: isWell ? 0 : 1 };
}

async function examine(given: () => Config, options: DoctorOptions): Promise<Finding[]> {
  let config: Config;
  try {
    config = given();
  } catch (error) {
    return faultsOf(error);
  }
  const found = await Promise.all([
    examineDatabase(config, options),
    examineReplicas(config),
    examineMail(config),
    examineProviders(config),
    examineLimits(config),
    examineDisk(config),
  ]);
  return [...aboutConfiguration(config), ...found.flat()];
}

/** Nothing else can be examined. */
function faultsOf(error: unknown): Finding[] {
  if (error instanceof ConfigError)
    return [
      ...error.faults.map((each) => fault('configuration', each)),
      ...error.warnings.map((each) => warning('configuration', each)),
    ];
  const told = explain(error);
  if (told === undefined) throw error;
  return [fault('configuration', told)];
}

function aboutConfiguration({ warnings, environment, baseUrl }: Config): Finding[] {
  if (warnings.length > 0) return warnings.map((each) => warning('configuration', each));
  return [ok('configuration', `Complete, for ${environment} at ${baseUrl}.`)];
}

function linesOf({ area, status, message, fix }: Finding): string {
  const line = `${marks[status]} ${area.padEnd(14)}${message}`;
  return fix ? `${line}\n${' '.repeat(16)}${fix}` : line;
}
