import { findUser, type UserRow } from '../accounts/user-store.ts';
import { type Caller, may, needsTwoFactorSetup } from '../caller/caller.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { isColleague } from './policy.ts';

/** Whom one may not see does not exist. An ADMIN who has yet to set up two-factor sees no more than anybody. */
export async function getUser(
  deps: Deps,
  caller: Caller,
  id: string,
  now: Date,
): Promise<UserRow | Refusal<'NOT_FOUND' | 'TWO_FACTOR_SETUP_REQUIRED'>> {
  const user = await findUser(deps.sql, id, now);
  if (user && (user.id === caller.user.id || isColleague(caller, user))) return user;
  if (!may(caller, 'users:read')) return refuse('NOT_FOUND');
  if (needsTwoFactorSetup(caller, deps.config.twoFactorForAll)) return refuse('TWO_FACTOR_SETUP_REQUIRED');
  return user ?? refuse('NOT_FOUND');
}
