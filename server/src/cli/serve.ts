import closeWithGrace from 'close-with-grace';
import type { Config } from '../platform/config/config.ts';
import { createLogger, type Log, standardOutput } from '../platform/log.ts';
import { serveChild } from '../runtime/processes/child.ts';
import { childMark, hearPrimary, tellPrimary } from '../runtime/processes/messages.ts';
import { servePrimary } from '../runtime/processes/primary.ts';
import { serve } from '../runtime/serve.ts';
import { banner, type Running } from '../runtime/start.ts';
import { explain, UsageError } from './output.ts';

const graceMs = 10_000;

/** Ends the process in order: closes what is running, breaks off a start under way. Also after a bug. */
export function endInOrder(
  log: Log,
  starting: Promise<Running>,
  stopping: AbortController,
): { close(): void; uninstall(): void } {
  // Without a listener, Node.js would end at once.
  process.on('SIGUSR2', () => log.info('ignoring SIGUSR2, which has no meaning here'));
  return closeWithGrace(
    { delay: graceMs, logger: false, skip: ['SIGINT', 'SIGTERM', 'SIGUSR2'] },
    async ({ err, signal }) => {
      if (err) log.fatal({ err }, 'stopping after an error');
      else if (signal) log.info({ signal }, 'stopping');
      stopping.abort();
      const running = await starting.catch(() => undefined);
      await running?.close();
    },
  );
}

/** Stops when the primary says so: a terminal signals all of them, but only the primary acts on it. */
export async function serveChildUntilStopped(config: Config): Promise<void> {
  process.on('SIGINT', () => {}).on('SIGTERM', () => {});
  const log = createLogger(config);
  const stopping = new AbortController();
  const starting = serveChild({ config, log, stopping: stopping.signal });
  const grace = endInOrder(log, starting, stopping);
  hearPrimary(({ kind }) => {
    if (kind === 'stop') grace.close();
  });
  try {
    await starting;
  } catch (error) {
    if (stopping.signal.aborted) return;
    const words = explain(error);
    if (!words) console.error(error);
    await tellPrimary({ kind: 'failed', words });
    process.exit(1);
  }
}

export type ServeOptions = { temporary?: boolean };

/** For tests: what was saved may be lost with the machine. */
function temporarily(config: Config): Config {
  const { database, production } = config;
  if (production || database.kind !== 'embedded')
    throw new UsageError('--temporary is for tests, with the embedded database.');
  return { ...config, database: { ...database, isTemporary: true } };
}

/** Signals count from the first moment: a start that is broken off leaves nothing running. */
export async function serveUntilStopped(given: Config, { temporary }: ServeOptions = {}): Promise<void> {
  const config = temporary ? temporarily(given) : given;
  if (process.env[childMark]) return serveChildUntilStopped(config);
  // Several processes write their lines through this one.
  const out = config.processes > 1 ? standardOutput(config) : undefined;
  const log = createLogger(config, out);
  for (const warning of config.warnings) log.warn(warning);
  const stopping = new AbortController();
  const { signal: stopped } = stopping;
  const starting = out ? servePrimary({ config, log, stopping: stopped }, out) : serve(config, log, stopped);
  const grace = endInOrder(log, starting, stopping);
  const ignoreSignals = onSignal((signal) => {
    log.info({ signal }, 'stopping');
    grace.close();
  });
  try {
    const running = await starting;
    if (config.environment === 'development') console.log(banner(config, running));
    else log.info({ address: running.address, postgres: running.postgres }, 'listening');
  } catch (error) {
    // Broken off: the process ends as soon as everything is closed.
    if (stopped.aborted) return;
    ignoreSignals();
    grace.uninstall();
    throw error;
  }
}

/** Ctrl-C under npm arrives twice, from the terminal and from npm: the third signal ends the process at once. */
function onSignal(stop: (signal: NodeJS.Signals) => void): () => void {
  let count = 0;
  const heard = (signal: NodeJS.Signals) => {
    count++;
    if (count === 1) stop(signal);
    if (count > 2) process.exit(1);
  };
  process.on('SIGINT', heard).on('SIGTERM', heard);
  return () => process.off('SIGINT', heard).off('SIGTERM', heard);
}
