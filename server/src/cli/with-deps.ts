import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Deps } from '../identity/deps.ts';
import { systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { FromFile } from '../platform/config/unknown-names.ts';
import { connect } from '../platform/db/connect.ts';
import { createLogger } from '../platform/log.ts';
import { openDataKeys, sessionSecretsOf } from '../records/vault/data-keys.ts';
import { atRest } from '../runtime/upkeep.ts';
import { wire } from '../runtime/wire.ts';
import { UsageError } from './output.ts';

type Options = {
  /** The command may well be the first in its folder. */
  isFirst?: boolean;
};

/**
 * Works on the database without serving, alongside a running service or alone: schema first, then the work, then
 * everything is closed again. Mail stays in the outbox, for the service to send.
 */
export async function withDeps<Done>(
  config: Config,
  work: (deps: Deps) => Promise<Done>,
  { isFirst = false }: Options = {},
): Promise<Done> {
  const logLevel = config.logLevel === 'info' ? 'warn' : config.logLevel;
  // Standard output is for the result alone.
  const log = createLogger({ ...config, logLevel }, process.stderr);
  // An orderly end of the process, so a database it started ends with it.
  const leave = () => process.exit(1);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, leave);
  const database = await connect(config, log, { holder: 'command' });
  try {
    await database.migrate(log);
    if (database.isNew && !isFirst) log.warn(config.database, madeDatabase);
    const { sql } = database;
    const clock = systemClock();
    const secrets = sessionSecretsOf(config.secrets);
    const dataKeys = await openDataKeys(sql, secrets, atRest.columns, clock.now());
    const parts = wire({ config, log, sql, clock, dataKeys });
    await parts.mailWorker.stop();
    try {
      return await work(parts.deps);
    } finally {
      await parts.close();
    }
  } finally {
    await database.close();
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, leave);
  }
}

const madeDatabase =
  'There was no database in this folder, so a new one was made. If Latchkey runs elsewhere, run this command there or set DATABASE_URL.';

type Variables = Record<string, string | undefined>;

/**
 * Variables from a file, for those that the environment doesn't set, and what the file itself sets. Only a file named by the
 * user must exist.
 */
export function withEnvFile(
  environment: Variables,
  asked: string | undefined,
): { variables: Variables; fromFile?: FromFile } {
  const file = asked ?? '.env';
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && asked === undefined) return { variables: environment };
    throw new UsageError(`${file} cannot be read (${code}). Check the path and the file's permissions.`);
  }
  const read = parseEnv(text);
  return { variables: { ...read, ...environment }, fromFile: { file, names: Object.keys(read) } };
}
