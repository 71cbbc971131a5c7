import type { Deps } from '../../identity/deps.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { beginEpoch, readChanges } from './change-store.ts';
import { Feed } from './feed.ts';
import { createSubscribers, type Subscribers } from './subscribers.ts';

const purpose = 'check-cursors';

/** What only this area needs. */
export type Checks = {
  feed: Feed;
  subscribers: Subscribers;
  /** The connections of lookups: neither a full pool nor a long list holds up the feed. */
  sql: Sql;
  cursorKey: Buffer;
};

export type CheckDeps = Deps & { checks: Checks };

export function createChecks(deps: Deps, sql: Sql): Checks {
  const { metrics, clock, dataKeys, log } = deps;
  const subscribers = createSubscribers(sql, log);
  metrics.watchCheckSubscribers(() => subscribers.count());
  const feed = new Feed({
    read: (sought) => readChanges(sql, sought),
    beginEpoch: () => beginEpoch(sql),
    now: () => clock.now().getTime(),
    onRead({ isConfirming }, seconds, fresh) {
      metrics.checkPolls.observe(seconds);
      metrics.checkChanges.inc(fresh);
      // A call waits to learn of it.
      if (isConfirming) void subscribers.flush();
    },
  });
  return { feed, subscribers, sql, cursorKey: dataKeys.of(purpose)[0] };
}
