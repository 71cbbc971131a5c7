import type { Sql } from '../db/sql.ts';
import type { Log } from '../logger.ts';
import { touchSessions } from './session-store.ts';

export type LastSeen = {
  note(sessionId: string, at: Date): void;
  /** Writes what was noted; before any read that shows it, and at shutdown. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

const flushMs = 1000;

/** Session use, written behind: one statement a second instead of one a request. */
export function createLastSeen(sql: Sql, log: Pick<Log, 'warn'>): LastSeen {
  let noted = new Map<string, Date>();
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    if (noted.size === 0) return;
    const batch = noted;
    noted = new Map();
    await touchSessions(sql, [...batch.keys()], [...batch.values()]);
  }
  const flush = () => {
    writing = writing
      .then(write)
      .catch((error: unknown) => log.warn({ err: error }, 'session use could not be written'));
    return writing;
  };
  const timer = setInterval(() => void flush(), flushMs).unref();

  return {
    note: (sessionId, at) => void noted.set(sessionId, at),
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
