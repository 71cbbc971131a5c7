import { findDueDeletions, isDue } from '../../identity/accounts/deletion-store.ts';
import { lockUser } from '../../identity/accounts/user-store.ts';
import type { Deps } from '../../identity/deps.ts';
import { lockEverywhere } from '../../identity/memberships/every-membership.ts';
import { transact } from '../../platform/db/transact.ts';
import { bySystem } from '../../records/origin.ts';
import { eraseAccount } from '../users/delete-user.ts';

const batch = 50;

/** Erases the accounts whose time is up. Any node may do it: the one that holds the user first does. */
export async function eraseDue(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  let after: string | undefined;
  do {
    const due = await findDueDeletions(deps.sql, { now, after, limit: batch });
    for (const userId of due) {
      if (stopping?.aborted) return;
      // An account that can't be erased now must not hold up the others.
      await eraseIfDue(deps, userId, now).catch((error: unknown) =>
        deps.log.error({ err: error, userId }, 'an account could not be erased; it will be retried'),
      );
    }
    after = due.length === batch ? due.at(-1) : undefined;
  } while (after);
}

/** Read again under the lock: the deletion may have been canceled meanwhile. */
function eraseIfDue(deps: Deps, userId: string, now: Date): Promise<void> {
  return transact(deps, async (tx) => {
    const { user, organizations } = await lockEverywhere(tx, userId, () => lockUser(tx, userId, now));
    if (user && (await isDue(tx, userId, now)))
      await eraseAccount({ deps, origin: bySystem(now) }, tx, { user, organizations });
  });
}
