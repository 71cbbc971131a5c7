import { endLocks } from '../accounts/locks.ts';
import { findUserByEmail, type UserRow } from '../accounts/user-store.ts';
import type { Caller } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import { fromCommandLine } from '../origin.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { about, lockTarget } from './target.ts';

export function unlockUser(
  deps: Deps,
  caller: Caller,
  id: string,
  origin: RequestOrigin,
): Promise<UserRow | Refusal<'NOT_FOUND' | 'PERMISSION_DENIED'>> {
  return transact(deps, async (tx) => {
    const user = await lockTarget(tx, caller, id, origin.now);
    if (isRefusal(user)) return user;
    await endLocks(tx, user, { user: caller.user, ...about(user, { reason: 'admin' }) }, origin);
    return { ...user, lockedUntil: null };
  });
}

/** `latchkey user unlock`. The fault in words when there is nobody to unlock. */
export async function unlockUserByEmail(deps: Deps, email: string): Promise<string | undefined> {
  const now = deps.clock.now();
  const user = await findUserByEmail(deps.sql, email, now);
  if (!user) return `There is no account with the email ${email}.`;
  const event = { user: null, ...about(user, { reason: 'admin' }) };
  await transact(deps, (tx) => endLocks(tx, user, event, fromCommandLine(now)));
  return undefined;
}
