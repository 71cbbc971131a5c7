import type { Config } from '../config.ts';
import { createLogger } from '../logger.ts';
import { serveChild } from '../processes/child.ts';
import { hearPrimary, tellPrimary } from '../processes/messages.ts';
import { explain } from './fault.ts';
import { endInOrder } from './grace.ts';

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
