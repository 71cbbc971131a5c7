import type { Caller } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { foundOrganization, recordFounded } from './found.ts';
import { lockWithoutOrganization } from './member-store.ts';
import { findMembership, type MembershipRow } from './store.ts';

export async function createOrganization(
  deps: Deps,
  { user }: Caller,
  name: string,
  origin: RequestOrigin,
): Promise<MembershipRow | Refusal<'HAS_ORGANIZATION'>> {
  return transact(deps, async (tx) => {
    // Before anything is founded, so that somebody who creates two at once leaves none without a member.
    if (!(await lockWithoutOrganization(tx, user.id))) return refuse('HAS_ORGANIZATION');
    const organization = await foundOrganization(tx, user.id, name, origin.now);
    await recordFounded(tx, origin, { ...user, organizationId: organization.id }, organization);
    const membership = await findMembership(tx, user.id);
    if (!membership) throw new Error('an organization that was just founded is not there');
    return membership;
  });
}
