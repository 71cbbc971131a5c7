import { banner } from '../banner.ts';
import type { Config } from '../config.ts';
import { createLogger, standardOutput } from '../logger.ts';
import { childMark } from '../processes/messages.ts';
import { servePrimary } from '../processes/primary.ts';
import { serve } from '../serve.ts';
import { endInOrder } from './grace.ts';
import { serveChildUntilStopped } from './serve-child.ts';

/** Signals count from the first moment: a start that is broken off leaves nothing running. */
export async function serveUntilStopped(config: Config): Promise<void> {
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
    else log.info({ address: running.address }, 'listening');
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
