import { createLanes, type Queue } from './lanes.ts';

/** Works off a queue that the database holds, beside the workers of other nodes. */
export type Worker = {
  /** Looks for what is due every second. */
  start(): void;
  /** After a commit, so that what it queued leaves at once. */
  wake(): void;
  /** Does all that is due now. Rejects when the database isn't responding. */
  drain(): Promise<void>;
  /** Claims no more, and waits for what is in flight. */
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
        // Until a whole round found nothing: a lane may have looked just before something was committed.
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
