import { addressOf } from '../accounts/attempt-store.ts';
import { endLock, endLocks } from '../accounts/locks.ts';
import { findUserByEmail, type UserRow } from '../accounts/user-store.ts';
import { type ActorContext, actorOf, isOwn, type SystemContext } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { aboutUser } from './about-user.ts';
import { lockTarget } from './lock-target.ts';

type UnlockRefusal = Refusal<'NOT_FOUND' | 'PERMISSION_DENIED'>;

export function unlockUser(context: ActorContext, id: string): Promise<UserRow | UnlockRefusal> {
  const { deps, caller, origin } = context;
  return transact(deps, async (tx) => {
    const user = await lockTarget(context, tx, id);
    if (isRefusal(user)) return user;
    const event = { user: actorOf(caller), ...aboutUser(user, { reason: 'admin' }) };
    const isSelf = caller.kind !== 'system' && isOwn(caller, user.id);
    // A stolen session must not be able to clear the count of its own guesses.
    if (isSelf) await endLock(tx, addressOf(user), event, origin);
    else await endLocks(tx, user, event, origin);
    return { ...user, lockedUntil: null };
  });
}

/** For the command line. */
export async function unlockUserByEmail(
  context: SystemContext,
  email: string,
): Promise<UserRow | UnlockRefusal> {
  const user = await findUserByEmail(context.deps.sql, email, context.origin.now);
  return user ? unlockUser(context, user.id) : refuse('NOT_FOUND');
}
