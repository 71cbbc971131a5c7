import closeWithGrace from 'close-with-grace';
import type { Log } from '../logger.ts';
import type { Running } from '../start.ts';

const graceMs = 10_000;

/** Ends the process in order: closes what is running, breaks off a start under way. Also after a bug. */
export function endInOrder(
  log: Log,
  starting: Promise<Running>,
  stopping: AbortController,
): { close(): void; uninstall(): void } {
  return closeWithGrace(
    { delay: graceMs, logger: false, skip: ['SIGINT', 'SIGTERM'] },
    async ({ err, signal }) => {
      if (err) log.fatal({ err }, 'stopping after an error');
      else if (signal) log.info({ signal }, 'stopping');
      stopping.abort();
      const running = await starting.catch(() => undefined);
      await running?.close();
    },
  );
}
