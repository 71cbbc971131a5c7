import type { Context } from '../caller/caller.ts';
import { findMembership, type MembershipRow } from './store.ts';

/** One or none: a user belongs to one organization at most. */
export async function listOrganizations({ deps, caller }: Context): Promise<MembershipRow[]> {
  const membership = await findMembership(deps.sql, caller.user.id);
  return membership ? [membership] : [];
}
