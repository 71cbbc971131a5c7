import { checkLimits } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Sql } from '../../platform/db/sql.ts';
import { createWriteBehind } from '../../platform/db/write-behind.ts';
import type { Log } from '../../platform/log.ts';
import type { Cursor } from './cursor.ts';
import { type Asked, beginSubscriber, listedMs, writeAsked } from './subscriber-store.ts';

/** From this age of a cursor on, its subscriber may have left the list. */
const unseenMs = listedMs - 10_000;
/** This bounds memory. */
const mostRemembered = 10 * checkLimits.subscribers;

type Asking = Omit<Asked, 'id' | 'after'> & { cursor: Cursor | undefined };

/** The subscriber as the next cursor names it. */
type Subscriber = Pick<Cursor, 'subscriberId' | 'maxStalenessMs'>;

export type Subscribers = {
  /** Puts it on record. Undefined if it is new and its account has as many as it may. */
  note(asking: Asking): Promise<Subscriber | undefined>;
  /** Those that asked this process within their bound. */
  count(): number;
  /** Writes what is on record only here. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Who asks for changes, on record for all nodes. Asking again is written late, but never what a confirmation counts on: a new
 * subscriber, a longer bound, and one that comes back are written before they learn anything.
 */
export function createSubscribers(sql: Sql, log: Pick<Log, 'warn'>): Subscribers {
  const { note, flush, stop } = createWriteBehind<Asked>((_ids, asked) => writeAsked(sql, asked), log, {
    what: 'who asked for changes',
  });
  const recent = createRecent();
  return {
    async note({ cursor, ...asking }) {
      const subscriber = cursor
        ? await goOn(asking, cursor, (asked, isUrgent) =>
            isUrgent ? writeAsked(sql, [asked]) : note(asked.id, asked),
          )
        : await begin(sql, { ...asking, id: uuidv7(), after: null });
      if (subscriber) recent.note(subscriber);
      return subscriber;
    },
    count: recent.count,
    flush: async () => void (await flush()),
    stop,
  };
}

async function begin(sql: Sql, asked: Asked): Promise<Subscriber | undefined> {
  const isOnRecord = await beginSubscriber(sql, asked);
  return isOnRecord ? { subscriberId: asked.id, maxStalenessMs: asked.maxStalenessMs } : undefined;
}

async function goOn(
  asking: Omit<Asking, 'cursor'>,
  { subscriberId, epoch, snapshot, readAt, maxStalenessMs: named }: Cursor,
  write: (asked: Asked, isUrgent: boolean) => Promise<void> | void,
): Promise<Subscriber> {
  const maxStalenessMs = Math.max(asking.maxStalenessMs, named);
  const asked = { ...asking, id: subscriberId, maxStalenessMs, after: { epoch, snapshot, readAt } };
  await write(asked, maxStalenessMs > named || asking.askedAt.getTime() - readAt > unseenMs);
  return { subscriberId, maxStalenessMs };
}

/** Until when each may still answer from what it learned here. */
function createRecent() {
  const recent = new Map<string, number>();
  return {
    note({ subscriberId, maxStalenessMs }: Subscriber) {
      // Moved to the end: those that asked longest ago come first.
      recent.delete(subscriberId);
      if (recent.size >= mostRemembered) recent.delete(recent.keys().next().value ?? '');
      recent.set(subscriberId, performance.now() + maxStalenessMs);
    },
    count() {
      const now = performance.now();
      for (const [id, until] of recent) if (until < now) recent.delete(id);
      return recent.size;
    },
  };
}
