import { createLanes, type Queue } from './lanes.ts';

/** Works off a queue in the database, alongside the workers of other nodes. */
export type Worker = {
  /** Looks every second for what is due. */
  start(): void;
  /** Call after a commit, so what it queued leaves at once. */
  wake(): void;
  /** Does everything that is due now. Rejects when the database isn't responding. */
  drain(): Promise<void>;
  /** Claims nothing more, and waits for what is in flight. */
  stop(): Promise<void>;
};

const pollMs = 1000;

export function createWorker<T>(queue: Queue<T>): Worker {
  const { open, state, openLane } = createLanes(queue);
  let timer: NodeJS.Timeout | undefined;
  const wake = () => {
    state.wakes += 1;
    openLane();
  };
  return {
    start() {
      state.stopped = false;
      openLane();
      timer ??= setInterval(openLane, pollMs).unref();
    },
    wake,
    async drain() {
      let before: number;
      do {
        before = state.claimed;
        wake();
        while (open.size > 0) await Promise.all(open);
        // Until a whole round finds nothing: a lane may have looked just before something was committed.
      } while (state.claimed !== before);
    },
    async stop() {
      state.stopped = true;
      clearInterval(timer);
      timer = undefined;
      while (open.size > 0) await Promise.allSettled(open);
    },
  };
}
