import type { Sql } from '../../platform/db/sql.ts';
import type { Log } from '../../platform/log.ts';
import { type Asked, writeAsked } from './subscriber-store.ts';

// Nothing may be more than a second late, including the time to write it.
const flushMs = 500;

/** Who asked last, and with what: written for all of them at once, now and then. */
export function createAskedLog(sql: Sql, log: Pick<Log, 'warn'>) {
  let noted = new Map<string, Asked>();
  let writing: Promise<void> = Promise.resolve();

  async function writeNoted(): Promise<void> {
    if (noted.size === 0) return;
    const batch = noted;
    noted = new Map();
    try {
      await writeAsked(sql, [...batch.values()]);
    } catch (error) {
      log.warn({ err: error }, 'could not write who asked for changes; will retry');
      noted = new Map([...batch, ...noted]);
    }
  }
  const flush = () => {
    writing = writing.then(writeNoted);
    return writing;
  };
  const timer = setInterval(() => void flush(), flushMs).unref();

  return {
    note: (asked: Asked) => void noted.set(asked.id, asked),
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
