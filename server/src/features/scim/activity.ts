import { isLeaving, keepInactive } from '../../identity/accounts/deletion-store.ts';
import { voidUndos } from '../../identity/accounts/email-change-store.ts';
import { deleteTokens } from '../../identity/accounts/token-store.ts';
import { setActive, type UserRow } from '../../identity/accounts/user-store.ts';
import { endAllAccess } from '../../identity/credentials/end-access.ts';
import { revokeKeys, withdrawGrants } from '../../identity/credentials/ways-in-store.ts';
import { join } from '../../identity/memberships/join.ts';
import { type LastOwnerRefusal, refuseLastOwner } from '../../identity/memberships/last-owner.ts';
import { findMember, findRanks } from '../../identity/memberships/member-store.ts';
import { dropInvites, endMembership } from '../../identity/memberships/memberships.ts';
import { tellToRotate } from '../../identity/memberships/tell-to-rotate.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { aboutUser } from '../../records/audit/about-user.ts';
import { record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import type { DirectoryContext } from './directory.ts';
import { mayLiftDeactivation, noteDeactivation, suspendLink } from './link-store.ts';

/** A person, locked, in an organization, locked before. */
export type Target = { organizationId: string; user: UserRow };

const belongsElsewhere = async (tx: Tx, { organizationId, user }: Target) =>
  (await findRanks(tx, user.id)).some((rank) => rank.organizationId !== organizationId);

/**
 * An organization keeps an active OWNER, and one who could break the glass. For a person who is inactive already, nothing
 * would change.
 */
export async function refuseDeactivation(
  { deps }: Pick<DirectoryContext, 'deps'>,
  tx: Tx,
  target: Target,
): Promise<LastOwnerRefusal | undefined> {
  const { organizationId, user } = target;
  if (!user.isActive && !(await belongsElsewhere(tx, target))) return undefined;
  return refuseLastOwner(tx, deps.config, { organizationId, userId: user.id });
}

/**
 * What `active: false` does. A person who also belongs elsewhere only loses this membership, and the link stays unless it
 * ends, too.
 */
export async function deactivate(
  context: Pick<DirectoryContext, 'deps' | 'origin'>,
  tx: Tx,
  target: Target,
  { endsLink = false } = {},
): Promise<void> {
  const { origin } = context;
  const { organizationId, user } = target;
  const member = await findMember(tx, organizationId, user.id);
  if (!member) return;
  const isElsewhere = await belongsElsewhere(tx, target);
  if (!isElsewhere) await deactivateAccount(tx, target, origin);
  if (isElsewhere && !endsLink) await suspendLink(tx, { userId: user.id, organizationId });
  if (isElsewhere || endsLink)
    await endMembership(tx, { organizationId, target: member }, { actor: null, left: false }, origin);
  if (member.isActive || isElsewhere || endsLink)
    await tellToRotate(context, tx, user, { organizationIds: [organizationId] });
}

async function deactivateAccount(tx: Tx, target: Target, origin: Origin): Promise<void> {
  const { organizationId, user } = target;
  const { now } = origin;
  const action = 'ADMIN_USER_DEACTIVATED';
  if (!user.isActive) {
    // An account that is about to be erased at its owner's request stays inactive, even if they change their mind.
    if (!(await keepInactive(tx, user.id))) return;
    await noteDeactivation(tx, { userId: user.id, organizationId, now });
    return void (await record(tx, origin, { action, user: null, ...aboutUser(seen(target)) }));
  }
  await setActive(tx, user.id, false, now);
  await noteDeactivation(tx, { userId: user.id, organizationId, now });
  const after = { ...seen(target), isActive: false, updatedAt: now };
  const apiKeysRevoked = await revokeKeys(tx, user.id, null, now);
  await record(tx, origin, { action, user: null, ...aboutUser(after, { apiKeysRevoked }) });
  await endAllAccess(tx, after, { reason: 'deactivated', actor: null }, origin);
  await endOffers(tx, target);
  const because = { actor: null, reason: 'inviter_deactivated', since: new Date(0) } as const;
  await dropInvites(tx, { id: user.id, organizationId }, because, origin);
}

/** Mailed links, grants and consents. */
async function endOffers(tx: Tx, { user: { id } }: Target): Promise<void> {
  await voidUndos(tx, id);
  for (const kind of ['email_verification', 'email_change', 'account_unlock'] as const)
    await deleteTokens(tx, id, kind);
  await withdrawGrants(tx, id, 'all');
}

/** What `active: true` does. It lifts only what the directory did: after an ADMIN's deactivation, nothing changes. */
export async function activate(
  context: Pick<DirectoryContext, 'origin'>,
  tx: Tx,
  target: Target,
): Promise<void> {
  const { organizationId, user } = target;
  const { origin } = context;
  const by = { kind: 'directory', adopted: true } as const;
  if (!(await findMember(tx, organizationId, user.id)))
    await join(tx, { user, organization: organizationId, by }, origin);
  const mayLift = !user.isActive && (await mayLiftDeactivation(tx, { userId: user.id, organizationId }));
  if (!mayLift || (await isLeaving(tx, user.id))) return;
  await setActive(tx, user.id, true, origin.now);
  const after = { ...seen(target), isActive: true, updatedAt: origin.now };
  await record(tx, origin, { action: 'ADMIN_USER_ACTIVATED', user: null, ...aboutUser(after) });
  // A session that a login opened while the account was being deactivated must not come back.
  await endAllAccess(tx, after, { reason: 'activated', actor: null }, origin);
}

/** As the organization sees them. */
const seen = ({ user, organizationId }: Target): UserRow => ({ ...user, organizationId });
