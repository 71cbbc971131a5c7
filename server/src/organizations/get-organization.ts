import type { Context } from '../caller/caller.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findMembership, type MembershipRow } from './store.ts';

export async function getOrganization({
  deps,
  caller,
}: Context): Promise<MembershipRow | Refusal<'NO_ORGANIZATION'>> {
  return (await findMembership(deps.sql, caller.user.id)) ?? refuse('NO_ORGANIZATION');
}
