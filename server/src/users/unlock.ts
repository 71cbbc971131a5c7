import { type AuditEvent, fromCommandLine, type Origin, record } from '../audit/record.ts';
import { endExpiredLock, unlock } from '../auth/attempt-store.ts';
import type { Caller } from '../auth/caller.ts';
import { attemptKey } from '../auth/lockout.ts';
import type { RequestOrigin } from '../auth/origin.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { findUserByEmail, type UserRow } from './store.ts';
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
    await endLock(tx, caller.user, user, origin);
    return { ...user, lockedUntil: null };
  });
}

/** `latchkey user unlock`. The fault in words when there is nobody to unlock. */
export async function unlockUserByEmail(deps: Deps, email: string): Promise<string | undefined> {
  const now = deps.clock.now();
  const user = await findUserByEmail(deps.sql, email, now);
  if (!user) return `There is no account with the email ${email}.`;
  await transact(deps, (tx) => endLock(tx, null, user, fromCommandLine(now)));
  return undefined;
}

/** A lock that ran out unnoticed is recorded as what it was. */
async function endLock(tx: Db, actor: AuditEvent['user'], user: UserRow, origin: Origin): Promise<void> {
  const key = attemptKey(user.email);
  const action = 'SECURITY_ACCOUNT_UNLOCKED';
  if (await endExpiredLock(tx, key, origin.now))
    await record(tx, origin, { action, user, metadata: { reason: 'expired' } });
  else if (await unlock(tx, key, origin.now))
    await record(tx, origin, { action, user: actor, ...about(user, { reason: 'admin' }) });
}
