import type { Log } from '../log.ts';

/** When something was last used, written later: one statement now and then instead of one per request. */
export type WriteBehind = {
  note(id: string, at: Date): void;
  /** Writes what was noted: before any read that shows it, and at shutdown. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

// Nothing may be more than a second late, including the time to write it.
const flushMs = 500;

export function createWriteBehind(
  write: (ids: string[], times: Date[]) => Promise<void>,
  log: Pick<Log, 'warn'>,
): WriteBehind {
  let noted = new Map<string, Date>();
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
        ids.flatMap((id) => batch.get(id) ?? []),
      );
    } catch (error) {
      log.warn({ err: error }, 'could not write last-used times; will retry');
      noted = new Map([...batch, ...noted]);
    }
  }
  const flush = () => {
    writing = writing.then(writeNoted);
    return writing;
  };
  const timer = setInterval(() => void flush(), flushMs).unref();

  return {
    note: (id, at) => void noted.set(id, at),
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
