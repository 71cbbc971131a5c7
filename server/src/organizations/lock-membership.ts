import { hasOrganizationRank, type OrganizationRole } from '@latchkey/contract';
import { isLive } from '../accounts/session-store.ts';
import type { Caller } from '../caller/caller.ts';
import type { Db } from '../db/sql.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findMember, type MemberRow } from './member-store.ts';
import { lockOrganization, type OrganizationRow } from './store.ts';

type LockedMembership = { organization: OrganizationRow; actor: MemberRow };
export type MembershipRefusal = Refusal<'NO_ORGANIZATION' | 'ORGANIZATION_ROLE_TOO_LOW'>;

/**
 * How every change to an organization begins: lock it, then read the caller's place in it again. If two members remove
 * each other at the same moment, the second finds that they are no longer a member; so does a caller who was
 * deactivated meanwhile, or whose session has ended.
 */
export async function lockMembership(
  tx: Db,
  caller: Caller,
  needed: OrganizationRole,
): Promise<LockedMembership | MembershipRefusal> {
  const { id, organizationId } = caller.user;
  if (!organizationId) return refuse('NO_ORGANIZATION');
  const [organization, actor, live] = await Promise.all([
    lockOrganization(tx, organizationId),
    findMember(tx, organizationId, id),
    isLive(tx, caller),
  ]);
  if (!organization || !actor?.isActive || !live) return refuse('NO_ORGANIZATION');
  return hasOrganizationRank(actor.organizationRole, needed)
    ? { organization, actor }
    : refuse('ORGANIZATION_ROLE_TOO_LOW');
}
