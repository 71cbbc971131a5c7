import type { Config } from './config.ts';
import type { Log } from './logger.ts';

export type Running = {
  address: string;
  /** In development: nobody has an account yet. */
  isFresh?: boolean;
  close(): Promise<void>;
};
type Close = () => unknown;

/** A start under way. */
export type Start = {
  config: Config;
  log: Log;
  stopping: AbortSignal;
  /** Closed when the service stops or its start fails, last one first. */
  opened: Close[];
  /** Waits for a step, but only until the start is broken off. */
  unlessStopped<T>(step: Promise<T>): Promise<T>;
};

/** Takes the steps, which return what is running. A start that fails or is broken off rejects once all is closed. */
export async function start(
  given: Pick<Start, 'config' | 'log' | 'stopping'>,
  steps: (start: Start) => Promise<Omit<Running, 'close'>>,
): Promise<Running> {
  const opened: Close[] = [];
  const close = async () => {
    for (const each of opened.splice(0).reverse()) await closeOne(each, given.log);
  };
  try {
    return { ...(await steps({ ...given, opened, unlessStopped: breaker(given.stopping) })), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function breaker(stopping: AbortSignal): Start['unlessStopped'] {
  const stopped = new Promise<never>((_resolve, reject) => {
    stopping.addEventListener('abort', () => reject(stopping.reason), { once: true });
  });
  stopped.catch(() => undefined);
  return async (step) => {
    const outcome = await Promise.race([step, stopped]);
    stopping.throwIfAborted();
    return outcome;
  };
}

/** Whatever fails to close must not keep the rest, above all the database, from being closed. */
async function closeOne(close: Close, log: Log): Promise<void> {
  try {
    await close();
  } catch (error) {
    log.error({ err: error }, 'could not close cleanly');
  }
}
