import { setTimeout as pause } from 'node:timers/promises';
import type { CheckSubscriber } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Caller } from '../../identity/caller/caller.ts';
import { isoTime } from '../../platform/clock.ts';
import { transact } from '../../platform/db/transact.ts';
import { record } from '../../records/audit/record.ts';
import type { RequestOrigin } from '../../records/origin.ts';
import { readChanges } from './change-store.ts';
import type { CheckDeps } from './check-deps.ts';
import {
  beginConfirmation,
  endConfirmation,
  findConfirmed,
  listSubscribers,
  type SubscriberRow,
} from './subscriber-store.ts';

type Context = { deps: CheckDeps; caller: Caller; origin: RequestOrigin };

/** Everyone who asked any node for changes within the last minute. */
export async function listCheckSubscribers({ deps, origin: { now } }: Context): Promise<CheckSubscriber[]> {
  await deps.checks.subscribers.flush();
  return (await listSubscribers(deps.sql, now)).map((row) => presentSubscriber(row, now));
}

function presentSubscriber({ askedAt, afterReadAt, ...row }: SubscriberRow, now: Date): CheckSubscriber {
  const behindMs = afterReadAt && Math.max(0, now.getTime() - afterReadAt.getTime());
  return { ...row, lastAskedAt: isoTime(askedAt), behindMs };
}

const lookAgainMs = 50;

type Counts = { at: Date; subscribers: number; confirmed: number; expired: number; waitedMs: number };

/** Waits until no process answers from before the call. */
export async function confirmChecks(context: Context): Promise<Counts> {
  const { deps, caller, origin } = context;
  const counts = await awaitAll(context);
  const { at: _, ...metadata } = counts;
  const { user } = caller;
  await transact(deps, (tx) => record(tx, origin, { action: 'ADMIN_CHECKS_CONFIRMED', user, metadata }));
  return counts;
}

async function awaitAll({ deps: { checks }, origin: { now } }: Context): Promise<Counts> {
  const { sql, subscribers } = checks;
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const id = uuidv7();
  await subscribers.flush();
  const { at, covers, waiting } = await beginConfirmation(sql, id, now);
  const left = new Map(waiting.map((each) => [each.id, each.maxStalenessMs]));
  let [confirmed, expired] = [0, 0];
  try {
    while (left.size > 0) {
      for (const done of await findConfirmedNow(checks, [...left.keys()], covers))
        if (left.delete(done)) confirmed++;
      for (const [each, bound] of left) if (elapsed() >= bound && left.delete(each)) expired++;
      if (left.size > 0)
        await pause(
          Math.min(lookAgainMs, ...[...left.values()].map((bound) => Math.max(1, bound - elapsed()))),
        );
    }
  } finally {
    await endConfirmation(sql, id).catch(() => undefined);
  }
  return { at, subscribers: waiting.length, confirmed, expired, waitedMs: Math.round(elapsed()) };
}

/** Cursors of an earlier life of the database confirm nothing. */
async function findConfirmedNow(
  { sql }: CheckDeps['checks'],
  ids: string[],
  covers: string,
): Promise<string[]> {
  const { epoch } = await readChanges(sql, { since: nothing, most: 1, once: true });
  return epoch === null ? [] : findConfirmed(sql, { ids, epoch, covers });
}

const nothing = { end: Number.MAX_SAFE_INTEGER, open: [] };
