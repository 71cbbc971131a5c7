import { hasOrganizationRank, type OrganizationRole } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';
import { StartOver } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { type AuditEvent, record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import { lockUser, type UserWithPassword } from '../accounts/user-store.ts';
import type { AnyCaller, Caller } from '../caller/caller.ts';
import { endGrantsAbout, withdrawGrants } from '../credentials/ways-in-store.ts';
import { isLive } from '../sessions/session-store.ts';
import { endUserKeys } from './end-user-keys.ts';
import { deleteInvitesBy, deleteInvitesTo, type InviteRow } from './invite-store.ts';
import {
  findEndingRoles,
  findMember,
  findRanks,
  type MemberRow,
  noteRemoval,
  removeMemberRow,
} from './member-store.ts';
import { endSecretsBy, type KeysToEnd, revokeKeysOf } from './organization-key-store.ts';
import { lockOrganization, lockOrganizationsOf, type OrganizationRow } from './organization-store.ts';
import { presentBareInvite, presentMember, presentOrganizationKey } from './present.ts';
import { endScimTokens } from './scim-tokens.ts';

/** A null `id` means any inviter. */
type Inviter = { id: string | null; organizationId: string | null };
export type Because = {
  actor: AuditEvent['user'];
  reason:
    | 'inviter_left'
    | 'inviter_removed'
    | 'inviter_demoted'
    | 'inviter_deactivated'
    | 'inviter_deleted'
    | 'email_change_undone'
    | 'account_reclaimed';
  since?: Date | null;
};

/**
 * Cancels the open invitations above MEMBER of a user who lost standing, even if they still rank high; with a time,
 * all they have sent since then. Needs a transaction that has locked the organization.
 */
export async function dropInvites(
  tx: Db,
  { id, organizationId }: Inviter,
  { actor, reason, since = null }: Because,
  origin: Origin,
): Promise<void> {
  if (!organizationId) return;
  const dropped = await deleteInvitesBy(tx, { inviterId: id, organizationId, since, now: origin.now });
  const because = { reason, invitedById: id };
  for (const invite of dropped) await recordDropped(tx, { invite, organizationId, actor, because }, origin);
}

/** No one who was removed comes back by an invitation from before. */
async function dropInvitesTo(
  tx: Db,
  { organizationId, target: { email } }: Membership,
  actor: AuditEvent['user'],
  origin: Origin,
): Promise<void> {
  const because = { reason: 'invitee_removed' };
  for (const invite of await deleteInvitesTo(tx, { email, organizationId, now: origin.now }))
    await recordDropped(tx, { invite, organizationId, actor, because }, origin);
}

type Dropped = {
  invite: InviteRow;
  organizationId: string;
  actor: AuditEvent['user'];
  because: { reason: string; invitedById?: string | null };
};

function recordDropped(tx: Db, { invite, organizationId, actor, because }: Dropped, origin: Origin) {
  const { id: inviteId, email, role } = invite;
  const metadata = { inviteId, email, role, ...because };
  const about = { invite: presentBareInvite(invite) };
  return record(tx, origin, { action: 'ORG_INVITE_CANCELLED', user: actor, organizationId, metadata, about });
}

/** The same in each of the inviter's organizations. Needs a transaction that has locked them. */
export async function dropInvitesEverywhere(
  tx: Db,
  userId: string,
  because: Because,
  origin: Origin,
): Promise<void> {
  for (const { organizationId } of await findRanks(tx, userId))
    await dropInvites(tx, { id: userId, organizationId }, because, origin);
}

/**
 * Revokes keys of organizations and their directories: all of one, or those that a user created since then. Secrets
 * that the user got by rotating others since then end, too.
 */
export async function endKeys(
  tx: Db,
  keys: KeysToEnd,
  { actor, reason }: Pick<Because, 'actor' | 'reason'>,
  origin: Origin,
): Promise<void> {
  await endScimTokens(tx, keys, { actor, reason }, origin);
  if ('makerId' in keys) await endSecretsBy(tx, keys, origin.now);
  for (const key of await revokeKeysOf(tx, keys, origin.now))
    await record(tx, origin, {
      action: 'ORG_KEY_REVOKED',
      user: actor,
      organizationId: key.organizationId,
      metadata: { keyId: key.id, keyPrefix: key.keyPrefix, name: key.name, reason },
      about: { organizationKey: presentOrganizationKey(key, origin.now) },
    });
}

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
  const rolesEnded = await findEndingRoles(tx, organizationId, userId);
  if (!(await removeMemberRow(tx, { userId, organizationId, now: origin.now }))) return false;
  const byDirectory = origin.via === 'scim';
  await endUserKeys(tx, { organizationId, userId }, actor, origin);
  if (!left) await noteRemoval(tx, { userId, organizationId, byDirectory, now: origin.now });
  await withdrawGrants(tx, userId, { organizationId });
  await endGrantsAbout(tx, userId, organizationId);
  const metadata = { targetUserId: userId, left, ...(rolesEnded.length > 0 && { rolesEnded }) };
  const about = { member: presentMember(target) };
  await record(tx, origin, { action: 'ORG_MEMBER_REMOVED', user: actor, organizationId, metadata, about });
  const reason = left ? 'inviter_left' : 'inviter_removed';
  await dropInvites(tx, { id: userId, organizationId }, { actor, reason }, origin);
  if (!left) await dropInvitesTo(tx, { organizationId, target }, actor, origin);
  return true;
}

export type LockedMembership = { organization: OrganizationRow; actor: MemberRow };
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

/** The same for what an organization's key may change too: the organization is locked, and the key still works. */
export async function lockOrganizationFor(
  tx: Db,
  caller: AnyCaller,
  needed: OrganizationRole,
): Promise<OrganizationRow | MembershipRefusal> {
  if (caller.kind !== 'organizationKey') {
    const locked = await lockMembership(tx, caller, needed);
    return 'refused' in locked ? locked : locked.organization;
  }
  const [organization, live] = await Promise.all([
    lockOrganization(tx, caller.organization.id),
    isLive(tx, caller),
  ]);
  return organization && live ? organization : refuse('NO_ORGANIZATION');
}

/** Locks a user and their organizations, which are locked before their members, as everywhere. */
export async function lockWithOrganizations(
  tx: Db,
  userId: string,
  now: Date,
): Promise<UserWithPassword | undefined> {
  const organizations = await lockOrganizationsOf(tx, userId);
  const user = await lockUser(tx, userId, now);
  await startOverIfMoved(tx, userId, organizations);
  return user;
}

/** For a transaction that has locked a user's organizations and then the user. */
export async function startOverIfMoved(
  tx: Db,
  userId: string,
  locked: readonly OrganizationRow[],
): Promise<void> {
  const ranks = await findRanks(tx, userId);
  const isSame =
    ranks.length === locked.length &&
    ranks.every(({ organizationId }) => locked.some(({ id }) => id === organizationId));
  if (!isSame) throw new StartOver('the user joined or left an organization meanwhile');
}
