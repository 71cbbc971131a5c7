import type { UserOrganization } from '@latchkey/contract';
import { findSeenUser, findUser } from '../../identity/accounts/user-store.ts';
import type { Context } from '../../identity/caller/caller.ts';
import { isAdmin, isWithinReach } from '../../identity/caller/policy.ts';
import { type LastOwnerRefusal, refuseLastOwner } from '../../identity/memberships/last-owner.ts';
import { findMember } from '../../identity/memberships/member-store.ts';
import { endMembership } from '../../identity/memberships/memberships.ts';
import {
  listMemberships,
  lockOrganization,
  type MembershipRow,
} from '../../identity/memberships/organization-store.ts';
import { tellToRotate } from '../../identity/memberships/tell-to-rotate.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { lockTarget, takePrivileges } from './status.ts';

type Joined = MembershipRow & { joinedAt: Date };

export function presentUserOrganization({ id, name, slug, role, joinedAt }: Joined): UserOrganization {
  return { id, name, slug, role, joinedAt: joinedAt.toISOString() };
}

/** For the people who run the service. */
export async function listUserOrganizations(
  { deps, origin }: Context,
  userId: string,
): Promise<Joined[] | Refusal<'NOT_FOUND'>> {
  const user = await findUser(deps.sql, userId, origin.now);
  return user ? listMemberships(deps.sql, userId) : refuse('NOT_FOUND');
}

type RemoveRefusal = LastOwnerRefusal | Refusal<'NOT_FOUND' | 'PERMISSION_DENIED'>;

/** Without seeing everyone, callers remove members of their own organization, where its own rules hold. */
export async function removeUserFromOrganization(
  context: Context,
  { userId, organizationId }: { userId: string; organizationId: string },
): Promise<undefined | RemoveRefusal> {
  const { deps, caller, origin } = context;
  if (!isAdmin(caller)) {
    const seen = await findSeenUser(deps.sql, userId, origin.now, caller.user.organizationId);
    return refuse(isWithinReach(caller, seen) ? 'PERMISSION_DENIED' : 'NOT_FOUND');
  }
  return transact(deps, async (tx) => {
    const lost = await takePrivileges(context, tx);
    if (lost) return lost;
    await lockOrganization(tx, organizationId);
    const user = await lockTarget(context, tx, userId);
    if (isRefusal(user)) return user;
    const target = await findMember(tx, organizationId, userId);
    if (!target) return refuse('NOT_FOUND');
    const refused = await refuseLastOwner(tx, deps.config, { organizationId, userId });
    if (refused) return refused;
    const how = { actor: caller.user, left: userId === caller.user.id };
    await endMembership(tx, { organizationId, target }, how, origin);
    await tellToRotate({ deps, origin }, tx, target, { organizationIds: [organizationId] });
    return undefined;
  });
}
