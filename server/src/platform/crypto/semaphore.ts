export type Semaphore = {
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Tasks that have not begun. */
  waiting(): number;
};

/** Runs so many tasks at once, in the order in which they came. `onWait`: told how long each waited. */
export function createSemaphore(width: number, onWait?: (seconds: number) => void): Semaphore {
  const waiting: (() => void)[] = [];
  let free = width;
  return {
    async run(task) {
      const asked = performance.now();
      if (free > 0) free--;
      else await new Promise<void>((begin) => waiting.push(begin));
      onWait?.((performance.now() - asked) / 1000);
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free++;
      }
    },
    waiting: () => waiting.length,
  };
}
