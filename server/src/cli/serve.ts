import closeWithGrace from 'close-with-grace';
import { banner } from '../banner.ts';
import type { Config } from '../config.ts';
import { createLogger } from '../logger.ts';
import { serve } from '../serve.ts';

const graceMs = 10_000;

/** Signals count from the first moment: a start that is broken off leaves nothing running. */
export async function serveUntilStopped(config: Config): Promise<void> {
  const log = createLogger(config);
  for (const warning of config.warnings) log.warn(warning);
  const stopping = new AbortController();
  const starting = serve(config, log, stopping.signal);
  const grace = closeWithGrace(
    { delay: graceMs, logger: false, skip: ['SIGINT', 'SIGTERM'] },
    async ({ err, signal }) => {
      if (err) log.fatal({ err }, 'stopping after an error');
      else if (signal) log.info({ signal }, 'stopping');
      stopping.abort();
      const running = await starting.catch(() => undefined);
      await running?.close();
    },
  );
  const ignoreSignals = onSignal((signal) => {
    log.info({ signal }, 'stopping');
    grace.close();
  });
  try {
    const running = await starting;
    if (config.environment === 'development') console.log(banner(config));
    else log.info({ address: running.address }, 'listening');
  } catch (error) {
    // Broken off: the process ends as soon as everything is closed.
    if (stopping.signal.aborted) return;
    ignoreSignals();
    grace.uninstall();
    throw error;
  }
}

/** Ctrl-C under npm arrives twice, from the terminal and passed on by npm: the third signal ends the process at once. */
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
