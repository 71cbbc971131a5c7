import { findUser, type UserRow } from '../accounts/user-store.ts';
import type { Context } from '../caller/caller.ts';
import { isColleague } from '../caller/policy.ts';
import type { Permit } from '../http/route.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** A user one may not see does not exist. An ADMIN who has yet to set up two-factor sees no more than anybody. */
export async function getUser(
  { deps, caller, origin, permit }: Context & { permit(permission: 'users:read'): Permit },
  id: string,
): Promise<UserRow | Refusal<'NOT_FOUND' | 'TWO_FACTOR_SETUP_REQUIRED'>> {
  const user = await findUser(deps.sql, id, origin.now);
  if (user && (user.id === caller.user.id || isColleague(caller, user))) return user;
  const beyond = permit('users:read');
  if (beyond?.refused === 'TWO_FACTOR_SETUP_REQUIRED') return refuse(beyond.refused);
  return beyond || !user ? refuse('NOT_FOUND') : user;
}
