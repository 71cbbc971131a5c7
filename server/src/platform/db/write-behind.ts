import type { Log } from '../log.ts';

/** What is known of each of many things last, such as when it was used: one statement now and then instead of one per request. */
export type WriteBehind<Value = Date> = {
  note(id: string, value: Value): void;
  /** Writes what was noted: before any read that shows it, and at shutdown. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

// Nothing may be more than a second late, including the time to write it.
const flushMs = 500;

export function createWriteBehind<Value = Date>(
  write: (ids: string[], values: Value[]) => Promise<void>,
  log: Pick<Log, 'warn'>,
  what = 'last-used times',
): WriteBehind<Value> {
  let noted = new Map<string, Value>();
  let writing: Promise<void> = Promise.resolve();

  async function writeNoted(): Promise<void> {
    if (noted.size === 0) return;
    const batch = noted;
    noted = new Map();
    // In order of id, so nodes that write at the same time do not deadlock.
    const ids = [...batch.keys()].sort();
    try {
      await write(
        ids,
        ids.map((id) => batch.get(id) as Value),
      );
    } catch (error) {
      log.warn({ err: error }, `could not write ${what}; will retry`);
      noted = new Map([...batch, ...noted]);
    }
  }
  const flush = () => {
    writing = writing.then(writeNoted);
    return writing;
  };
  const timer = setInterval(() => void flush(), flushMs).unref();

  return {
    note: (id, value) => void noted.set(id, value),
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
