import type { Config } from '../config.ts';
import { connect } from '../db/connect.ts';
import type { Deps } from '../deps.ts';
import { createLogger, type Log } from '../logger.ts';
import { wire } from '../wire.ts';

/**
 * Work on the database without serving, beside a running service or alone: schema first, then the work, then
 * everything is closed again. Mail stays in the outbox, for the service to send.
 */
export async function withDeps(
  config: Config,
  work: (deps: Deps) => Promise<void>,
  migrations?: Pick<Log, 'info'>,
): Promise<void> {
  const log = createLogger({ ...config, logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel });
  // An orderly end of the process, so that a database it started ends with it.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const database = await connect(config, log, { holder: 'command' });
  try {
    await database.migrate(migrations ?? log);
    const parts = wire({ config, log, sql: database.sql });
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
