import type { OrganizationRole } from '@latchkey/contract';
import type { Db, Statement } from '../../platform/db/sql.ts';
import { type AuditEvent, record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import { type MemberRow, nameSuccessor, setMemberRole } from './member-store.ts';
import { presentMember } from './present.ts';

type Move = { userId: string; organizationId: string; from: OrganizationRole; to: OrganizationRole };
type By = {
  actor: AuditEvent['user'];
  why?: { reason: 'directory_group' } | { connectionId: string };
};

/** Gives a member another rank and records that. Undefined if they are gone. The organization is locked. */
export async function changeRank(
  tx: Db,
  { userId, organizationId, from, to }: Move,
  { actor, why }: By,
  origin: Origin,
): Promise<MemberRow | undefined> {
  // What a group gives, it may take back.
  const byDirectory = to === 'ADMIN' && why !== undefined && 'reason' in why;
  const membership = { userId, organizationId, role: to, byDirectory, now: origin.now };
  const member = await setMemberRole(tx, membership);
  if (member) await recordRank(tx, { organizationId, member, from }, { actor, why: why ?? {} }, origin);
  return member;
}

/** If no active OWNER is left, the member of the highest rank who joined first becomes OWNER. */
export async function recordSuccessor(tx: Db, organizationId: string, origin: Origin): Promise<void> {
  const heir = await nameSuccessor(tx, organizationId, origin.now);
  if (!heir) return;
  const { from, ...member } = heir;
  await recordRank(tx, { organizationId, member, from }, { actor: null, why: {} }, origin);
}

function recordRank(
  tx: Db,
  { organizationId, member, from }: { organizationId: string; member: MemberRow; from: OrganizationRole },
  { actor, why }: { actor: AuditEvent['user']; why: object },
  origin: Origin,
): Statement {
  const metadata = { targetUserId: member.id, from, to: member.organizationRole, ...why };
  const about = { member: presentMember(member) };
  return record(tx, origin, {
    action: 'ORG_MEMBER_ROLE_CHANGED',
    user: actor,
    organizationId,
    metadata,
    about,
  });
}
