import { hasOrganizationRank } from '@latchkey/contract';
import type { Standing } from '../accounts/standing-store.ts';
import type { UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { Db } from '../db/sql.ts';
import type { Origin } from '../origin.ts';
import { endMembership } from './end-membership.ts';
import { findMember, isSoleOwner, setMemberRole } from './member-store.ts';
import { presentMember } from './present.ts';

/**
 * Takes away a membership or rank that an account gained since, unless the organization would be left without an OWNER.
 * Needs a transaction that has locked the organization and the user.
 */
export async function lowerMembership(tx: Db, user: UserRow, then: Standing, origin: Origin): Promise<void> {
  const { id: userId, organizationId } = user;
  const target = organizationId ? await findMember(tx, organizationId, userId) : undefined;
  if (!organizationId || !target || (await isSoleOwner(tx, organizationId, userId))) return;
  if (organizationId !== then.organizationId) {
    await endMembership(tx, { organizationId, target }, { actor: user, left: true }, origin);
    return;
  }
  const [from, to] = [target.organizationRole, then.organizationRole];
  if (hasOrganizationRank(to, from)) return;
  const member = await setMemberRole(tx, { userId, organizationId, role: to, now: origin.now });
  if (!member) return;
  const metadata = { targetUserId: userId, from, to };
  const about = { member: presentMember(member) };
  await record(tx, origin, { action: 'ORG_MEMBER_ROLE_CHANGED', user, metadata, about });
}
