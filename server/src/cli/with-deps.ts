import { atRest } from '../at-rest.ts';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { connect } from '../db/connect.ts';
import type { Deps } from '../deps.ts';
import { createLogger } from '../logger.ts';
import { openDataKeys, sessionSecretsOf } from '../vault/data-keys.ts';
import { wire } from '../wire.ts';

/**
 * Works on the database without serving, alongside a running service or alone: schema first, then the work, then
 * everything is closed again. Mail stays in the outbox, for the service to send.
 */
export async function withDeps(config: Config, work: (deps: Deps) => Promise<void>): Promise<void> {
  const log = createLogger({ ...config, logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel });
  // An orderly end of the process, so a database it started ends with it.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const database = await connect(config, log, { holder: 'command' });
  try {
    await database.migrate(log);
    const { sql } = database;
    const clock = systemClock();
    const secrets = sessionSecretsOf(config.secrets);
    const dataKeys = await openDataKeys(sql, secrets, atRest.columns, clock.now());
    const parts = wire({ config, log, sql, clock, dataKeys });
    await parts.mailWorker.stop();
    try {
      await work(parts.deps);
    } finally {
      await parts.close();
    }
  } finally {
    await database.close();
  }
}
