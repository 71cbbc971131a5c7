export type Recent<T> = { get(key: string): T | undefined; set(key: string, value: T): void };

/** Keeps the values used last: at least `most`, and at most twice as many. */
export function keepRecent<T>(most: number): Recent<T> {
  let recent = new Map<string, T>();
  let older = new Map<string, T>();
  const set = (key: string, value: T) => {
    if (recent.size >= most && !recent.has(key)) {
      older = recent;
      recent = new Map();
    }
    recent.set(key, value);
  };
  return {
    get(key) {
      const value = recent.get(key);
      if (value !== undefined) return value;
      const old = older.get(key);
      if (old !== undefined) set(key, old);
      return old;
    },
    set,
  };
}

/** The result of `work`, or `late` when it takes too long. The work itself goes on, but its result is ignored. */
export async function withinLimit<T>(work: Promise<T>, limitMs: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), limitMs).unref();
  });
  try {
    return await Promise.race([work, expiry]);
  } finally {
    clearTimeout(timer);
  }
}
