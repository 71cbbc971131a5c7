import type { Permit } from '../../http/route.ts';
import { findSeenUser, findUser, type UserRow } from '../../identity/accounts/user-store.ts';
import type { Context } from '../../identity/caller/caller.ts';
import { isAdmin, isColleague } from '../../identity/caller/policy.ts';
import type { Db } from '../../platform/db/sql.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { changeOf, isChanged } from '../../records/audit/change.ts';
import { record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';

/**
 * A user the caller may not see does not exist. An ADMIN who has yet to set up two-factor sees only colleagues. Callers
 * who see everyone see them in their default organization, others in the chosen one.
 */
export async function getUser(
  { deps, caller, origin, permit }: Context & { permit(permission: 'users:read'): Permit },
  id: string,
): Promise<UserRow | Refusal<'NOT_FOUND' | 'TWO_FACTOR_SETUP_REQUIRED'>> {
  const seen = await findSeenUser(deps.sql, id, origin.now, caller.user.organizationId);
  const isNear = seen !== undefined && (seen.id === caller.user.id || isColleague(caller, seen));
  if (isNear && !isAdmin(caller)) return seen;
  const user = seen && (await findUser(deps.sql, id, origin.now));
  if (isNear && user) return user;
  const beyond = permit('users:read');
  if (beyond?.refused === 'TWO_FACTOR_SETUP_REQUIRED') return refuse(beyond.refused);
  return beyond || !user ? refuse('NOT_FOUND') : user;
}

const profileFields = ['firstName', 'lastName', 'username', 'locale'] as const;

/** Records which fields of their own profile a user changed, without the values. Nothing if all stayed the same. */
export async function recordOwnChange(
  tx: Db,
  origin: Origin,
  before: UserRow,
  after: UserRow,
): Promise<void> {
  const change = changeOf(before, after, profileFields, 'names');
  if (isChanged(change)) await record(tx, origin, { action: 'AUTH_PROFILE_UPDATED', user: after, change });
}
