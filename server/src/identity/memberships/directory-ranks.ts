import type { Db } from '../../platform/db/sql.ts';
import type { AuditEvent } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import type { OpenContext } from '../deps.ts';
import { changeRank } from './change-rank.ts';
import { findDueRanks } from './mapped-group-store.ts';
import type { MemberRow } from './member-store.ts';
import { dropInvites } from './memberships.ts';
import { tellToRotate } from './tell-to-rotate.ts';

type Settled = { organizationId: string; userIds: readonly string[]; actor: AuditEvent['user'] };

/**
 * Gives people who came into a mapped group its role, and takes it from those who left the last one. Only people whom a
 * change concerns: ranks given by hand stay. Returns those who lost it. Needs a transaction that has locked the
 * organization.
 */
export async function settleRanks(
  tx: Db,
  { organizationId, userIds, actor }: Settled,
  origin: Origin,
): Promise<MemberRow[]> {
  const demoted: MemberRow[] = [];
  if (userIds.length === 0) return demoted;
  for (const { userId, from, to } of await findDueRanks(tx, organizationId, userIds)) {
    const by = { actor, why: { reason: 'directory_group' } } as const;
    const member = await changeRank(tx, { userId, organizationId, from, to }, by, origin);
    if (!member || to === 'ADMIN') continue;
    await dropInvites(tx, { id: userId, organizationId }, { actor, reason: 'inviter_demoted' }, origin);
    demoted.push(member);
  }
  return demoted;
}

/** The same, and OWNERs learn what to rotate that people who lost their rank have made. */
export async function settleChangedRanks(context: OpenContext, tx: Db, settled: Settled): Promise<void> {
  const told = { organizationIds: [settled.organizationId], keeps: 'MEMBER' } as const;
  for (const member of await settleRanks(tx, settled, context.origin))
    await tellToRotate(context, tx, member, told);
}
