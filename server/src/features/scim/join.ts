import type { UserRow } from '../../identity/accounts/user-store.ts';
import { settleRanks } from '../../identity/memberships/directory-ranks.ts';
import { findMember, forgetRemoval, joinOrganization } from '../../identity/memberships/member-store.ts';
import { presentMember } from '../../identity/memberships/present.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';

type Joining = { organizationId: string; user: Pick<UserRow, 'id'> };

/** Makes a person MEMBER, or what a mapped group says. `adopted`: the account was there before. */
export async function join(
  tx: Tx,
  { organizationId, user }: Joining,
  { adopted }: { adopted: boolean },
  origin: Origin,
): Promise<void> {
  await joinOrganization(tx, { userId: user.id, organizationId, role: 'MEMBER', now: origin.now });
  await recordProvisioned(tx, { organizationId, user }, { adopted }, origin);
  // A new account was never removed, and is in no group.
  if (!adopted) return;
  await forgetRemoval(tx, organizationId, user.id);
  await settleRanks(tx, { organizationId, userIds: [user.id], actor: null }, origin);
}

export async function recordProvisioned(
  tx: Tx,
  { organizationId, user }: Joining,
  { adopted }: { adopted: boolean },
  origin: Origin,
): Promise<void> {
  const member = await findMember(tx, organizationId, user.id);
  if (!member) return;
  await record(tx, origin, {
    action: 'ORG_MEMBER_PROVISIONED',
    user: null,
    organizationId,
    metadata: { targetUserId: user.id, adopted },
    about: { member: presentMember(member) },
  });
}
