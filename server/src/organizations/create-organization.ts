import type { Context } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { createOrganizationFor, recordCreated } from './create-organization-for.ts';
import { lockWithoutOrganization } from './member-store.ts';
import { findMembership, type MembershipRow } from './store.ts';

export async function createOrganization(
  { deps, caller: { user }, origin }: Context,
  { name }: { name: string },
): Promise<MembershipRow | Refusal<'HAS_ORGANIZATION'>> {
  return transact(deps, async (tx) => {
    // Before anything is written, so somebody who creates two at once leaves none without a member.
    if (!(await lockWithoutOrganization(tx, user.id))) return refuse('HAS_ORGANIZATION');
    const organization = await createOrganizationFor(tx, user.id, name, origin.now);
    tx.send(recordCreated(tx, origin, { ...user, organizationId: organization.id }, organization));
    const membership = await findMembership(tx, user.id);
    if (!membership) throw new Error('an organization that was just created is not there');
    return membership;
  });
}
