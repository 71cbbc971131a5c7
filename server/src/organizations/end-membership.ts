import { withdrawGrants } from '../accounts/application-grant-store.ts';
import type { AuditEvent } from '../audit/event.ts';
import { record } from '../audit/record.ts';
import type { Db } from '../db/sql.ts';
import type { Origin } from '../origin.ts';
import { dropInvites } from './drop-invites.ts';
import { type MemberRow, removeMemberRow } from './member-store.ts';
import { presentMember } from './present.ts';

type Membership = { organizationId: string; target: MemberRow };

/**
 * Takes a member out of an organization, with what they granted and offered as a member: it doesn't come back when they
 * do. False if they are gone already. Needs a transaction that has locked the organization.
 */
export async function endMembership(
  tx: Db,
  { organizationId, target }: Membership,
  { actor, left }: { actor: AuditEvent['user']; left: boolean },
  origin: Origin,
): Promise<boolean> {
  const { id: userId } = target;
  if (!(await removeMemberRow(tx, { userId, organizationId, now: origin.now }))) return false;
  await withdrawGrants(tx, userId, { organizationId });
  const metadata = { targetUserId: userId, left };
  const about = { member: presentMember(target) };
  await record(tx, origin, { action: 'ORG_MEMBER_REMOVED', user: actor, organizationId, metadata, about });
  const reason = left ? 'inviter_left' : 'inviter_removed';
  await dropInvites(tx, { id: userId, organizationId }, { actor, reason }, origin);
  return true;
}
