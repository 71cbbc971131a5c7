/** Lets so many in at once, in the order in which they came. */
export function letInAtOnce(width: number) {
  const waiting = new Set<() => void>();
  let free = width;
  const leave = () => {
    const [next] = waiting;
    if (next) next();
    else free++;
  };
  return {
    /** Returns what to call when done. Undefined if it would take longer than this. */
    enter(limitMs: number): Promise<(() => void) | undefined> {
      if (free > 0) {
        free--;
        return Promise.resolve(leave);
      }
      return new Promise((resolve) => {
        const begin = () => {
          clearTimeout(limit);
          waiting.delete(begin);
          resolve(leave);
        };
        const limit = setTimeout(() => {
          waiting.delete(begin);
          resolve(undefined);
        }, limitMs);
        waiting.add(begin);
      });
    },
  };
}
