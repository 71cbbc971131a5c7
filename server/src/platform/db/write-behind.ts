import type { Log } from '../log.ts';

/** What is known of each of many things last, such as when it was used: one statement now and then instead of one per request. */
export type WriteBehind<Value = Date> = {
  /** `soon`: even if it was written a moment ago. */
  note(id: string, value: Value, soon?: boolean): void;
  /** Writes what was noted, of these or of everything, before it is shown or judged. False: there was nothing. */
  flush(ids?: string[]): Promise<boolean>;
  stop(): Promise<void>;
};

/** `everyMs`: what was written is not written again for so long, unless it is asked for. */
type Pace = { everyMs: number; now(): number };

// Nothing that is written soon may be more than a second late, including the time to write it.
const flushMs = 500;
/** Few enough for one statement. */
const batchSize = 2500;

export function createWriteBehind<Value = Date>(
  write: (ids: string[], values: Value[]) => Promise<void>,
  log: Pick<Log, 'warn'>,
  { what = 'last-used times', pace = { everyMs: 0, now: () => 0 } }: { what?: string; pace?: Pace } = {},
): WriteBehind<Value> {
  const notes = createNotes<Value>(pace);
  let writing: Promise<void> | undefined;

  async function writeDue(): Promise<void> {
    // In order of id, so nodes that write at the same time do not deadlock.
    const ids = [...notes.due.keys()].sort();
    for (let from = 0; from < ids.length; from += batchSize) {
      const batch = notes.take(ids.slice(from, from + batchSize));
      try {
        await write([...batch.keys()], [...batch.values()]);
      } catch (error) {
        log.warn({ err: error }, `could not write ${what}; will retry`);
        notes.giveBack(batch);
        return;
      }
    }
  }

  async function flush(ids?: string[]): Promise<boolean> {
    notes.hurry(ids);
    if (notes.due.size === 0 && !writing) return false;
    const turn = Promise.resolve(writing).then(writeDue);
    writing = turn;
    await turn;
    if (writing === turn) writing = undefined;
    return true;
  }
  const timer = setInterval(() => {
    notes.ripen();
    void flush([]);
  }, flushMs).unref();

  return {
    note: notes.add,
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}

function createNotes<Value>({ everyMs, now }: Pace) {
  /** To be written with the next batch. */
  const due = new Map<string, Value>();
  /** What was written lately, longest ago first, with what was noted since. */
  const written = new Map<string, { at: number; since?: Value }>();

  function hurryOne(id: string): void {
    const { since } = written.get(id) ?? {};
    written.delete(id);
    if (since !== undefined) due.set(id, since);
  }

  return {
    due,
    add(id: string, value: Value, soon = false): void {
      const known = written.get(id);
      if (known && !soon) known.since = value;
      else {
        written.delete(id);
        due.set(id, value);
      }
    },
    /** These, or all, need not wait any longer. */
    hurry(ids: string[] = [...written.keys()]): void {
      for (const id of ids) hurryOne(id);
    },
    /** Those that have waited long enough. */
    ripen(): void {
      for (const [id, { at }] of written) {
        // A clock that was set back must not hold anything longer.
        if (at <= now() && now() - at < everyMs) return;
        hurryOne(id);
      }
    },
    take(ids: string[]): Map<string, Value> {
      const batch = new Map(ids.map((id) => [id, due.get(id) as Value]));
      for (const id of ids) {
        due.delete(id);
        written.set(id, { at: now() });
      }
      return batch;
    },
    /** What could not be written, unless something newer was noted meanwhile. */
    giveBack(batch: Map<string, Value>): void {
      for (const [id, value] of batch) {
        hurryOne(id);
        if (!due.has(id)) due.set(id, value);
      }
    },
  };
}

/** Reads what shows when it was last used, after writing what was noted about it. */
export async function readCurrent<Read>(
  behind: Pick<WriteBehind, 'flush'>,
  read: () => Promise<Read>,
  idsOf: (read: Read) => { id: string }[],
): Promise<Read> {
  const found = await read();
  return (await behind.flush(idsOf(found).map(({ id }) => id))) ? read() : found;
}
