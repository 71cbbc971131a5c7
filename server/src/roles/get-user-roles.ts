import { findUser } from '../accounts/user-store.ts';
import type { Context } from '../caller/caller.ts';
import { isWithinReach } from '../caller/policy.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findUserRoles } from './user-role-store.ts';

export async function getUserRoles(
  { deps, caller, origin }: Context,
  userId: string,
): Promise<string[] | Refusal<'NOT_FOUND'>> {
  const user = await findUser(deps.sql, userId, origin.now);
  return isWithinReach(caller, user) ? findUserRoles(deps.sql, user.id) : refuse('NOT_FOUND');
}
