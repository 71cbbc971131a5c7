import { organizationLimit, type SsoError } from '@latchkey/contract';
import type { Db, Tx } from '../../platform/db/sql.ts';
import { StartOver } from '../../platform/db/transact.ts';
import { domainOf } from '../../platform/domain-name.ts';
import { record } from '../../records/audit/record.ts';
import { mailUser } from '../../records/email/outbox.ts';
import type { AskedHook } from '../../records/hooks/hook-store.ts';
import { findPermissions } from '../accounts/permission-store.ts';
import { mustHaveTwoFactor } from '../accounts/trusted-roles.ts';
import { findUser, findUserByEmail, hasKnownOwner, lockUser, type UserRow } from '../accounts/user-store.ts';
import type { OpenContext } from '../deps.ts';
import { brandIn } from '../memberships/brand.ts';
import { changeRank } from '../memberships/change-rank.ts';
import { findOpenInvite, type InviteRow } from '../memberships/invite-store.ts';
import { join } from '../memberships/join.ts';
import { isInMappedGroup } from '../memberships/mapped-group-store.ts';
import { findMember, findRanks, staysRemoved } from '../memberships/member-store.ts';
import { lockOrganization } from '../memberships/organization-store.ts';
import { presentMember } from '../memberships/present.ts';
import { tellToRotate } from '../memberships/tell-to-rotate.ts';
import { mayJoin } from '../policies/email-domains.ts';
import type { Vouched } from '../sessions/pending-login-store.ts';
import { type ConnectionRow, findConnection, setLinkRoles } from './connection-store.ts';
import { findLinkedUser, hasLink, insertLink, noteSignIn } from './link-store.ts';
import { joinedBy, type NotAdmitted, provision } from './provision.ts';
import { reclaimFor } from './reclaim-for.ts';

/** `isNew`: the link is still to be made. `isFresh`: so was the account. */
type Found = { user: UserRow; isNew: boolean; isFresh?: true };
/** With the connection as it is now. */
type Identified = Found & { connection: ConnectionRow; hook?: AskedHook | null };

export function isNotAdmitted(value: object): value is NotAdmitted {
  return 'failed' in value;
}

const no = (failed: SsoError, user: UserRow | null = null): NotAdmitted => ({ failed, user });

/** Whether an address is one that the connection's organization has proven to own. */
export function isInDomains({ domains }: Pick<ConnectionRow, 'domains'>, email: string): boolean {
  const domain = domainOf(email);
  return domain !== undefined && domains.includes(domain);
}

/** A connection that signs people in. */
export async function findOpenConnection(db: Db, id: string): Promise<ConnectionRow | undefined> {
  const connection = await findConnection(db, id);
  return connection?.enabled && connection.domains.length > 0 ? connection : undefined;
}

/** The one whom a message of this connection came from. */
export const issuerOf = ({ issuer, entityId }: ConnectionRow) => issuer ?? entityId ?? '';

/**
 * Finds or makes the account of a person whom an organization's identity provider vouches for, as far as that is
 * possible before their second factor. Locks organizations before the user, as everywhere. `mayCreate`: false if an
 * account was found before.
 */
export async function identifyVouched(
  context: OpenContext,
  tx: Tx,
  { id, organizationId }: Pick<ConnectionRow, 'id' | 'organizationId'>,
  { mayCreate, ...vouched }: Vouched & { mayCreate: boolean },
): Promise<Identified | NotAdmitted> {
  const { origin } = context;
  const { linkedId, hook } = await findLinkedUser(tx, id, vouched.subject, origin.now);
  const seen = linkedId
    ? await findUser(tx, linkedId, origin.now)
    : await findUserByEmail(tx, vouched.email, origin.now);
  const theirs = seen ? await findRanks(tx, seen.id) : [];
  const locked = await lockEach(tx, [organizationId, ...theirs.map((rank) => rank.organizationId)]);
  // Read under the lock: while the identity provider answered, an OWNER may have turned it off or replaced it.
  const connection = await findOpenConnection(tx, id);
  if (!connection || issuerOf(connection) !== vouched.issuer) return no('sso_unavailable');
  if (!isInDomains(connection, vouched.email)) return no('sso_email_not_allowed');
  if (!seen) return mayCreate ? provision(context, tx, connection, vouched) : no('sso_conflict');
  const user = await lockUser(tx, seen.id, origin.now);
  const ranks = await findRanks(tx, seen.id);
  const isLocked = ranks.every(({ organizationId }) => locked.has(organizationId));
  if (!user || !isLocked || user.email !== seen.email) throw new StartOver('the account changed meanwhile');
  const refused = await judge(tx, connection, user, Boolean(linkedId));
  return refused ?? { user, isNew: !linkedId, connection, hook };
}

/** In the order of their ids, as by everyone who locks several. Returns those that are there. */
export async function lockEach(tx: Db, ids: string[]): Promise<Set<string>> {
  const locked = new Set<string>();
  for (const id of [...new Set(ids)].sort()) if (await lockOrganization(tx, id)) locked.add(id);
  return locked;
}

/** Why an existing account doesn't get in. */
async function judge(
  tx: Db,
  connection: ConnectionRow,
  user: UserRow,
  isLinked: boolean,
): Promise<NotAdmitted | undefined> {
  if (!user.isActive) return no('account_inactive', user);
  // No organization's identity provider makes a system ADMIN.
  if (mustHaveTwoFactor({ permissions: await findPermissions(tx, user.id) }))
    return no('sso_not_allowed', user);
  if (!isLinked && (await hasLink(tx, connection.id, user.id))) return no('sso_conflict', user);
  return undefined;
}

/**
 * Completes what `identifyVouched` found: reclaims an account that was never verified, joins, links, and sets the role.
 * Runs in the same transaction, or after the second factor in one that called it again.
 */
export async function admit(
  context: OpenContext,
  tx: Tx,
  connection: ConnectionRow,
  { user: before, isNew, ...vouched }: Found & Vouched,
): Promise<UserRow | NotAdmitted> {
  const { deps, origin } = context;
  const { organizationId } = connection;
  const isKnown = await hasKnownOwner(tx, before.id, deps.config);
  const member = await findMember(tx, organizationId, before.id);
  const way = member ? {} : await findWayIn(context, tx, connection, { user: before, isNew, isKnown });
  // Before anything is taken from an account that doesn't get in.
  if (isNotAdmitted(way)) return way;
  const claimed = isKnown
    ? undefined
    : await reclaimFor(context, tx, before, { organizationId, reason: 'sso' });
  const user = claimed?.user ?? before;
  const joined = member
    ? user
    : await join(tx, { user, organization: organizationId, by: joinedBy(way.invitation) }, origin);
  const link = { connectionId: connection.id, userId: user.id, email: vouched.email, now: origin.now };
  if (isNew) {
    await insertLink(tx, { ...link, subject: vouched.subject });
    const metadata = { connectionId: connection.id, targetUserId: user.id };
    await record(tx, origin, { action: 'AUTH_SSO_ACCOUNT_LINKED', user: joined, organizationId, metadata });
    await tellLinked(context, tx, connection, {
      user: joined,
      deletedOrganization: claimed?.deletedOrganization,
    });
  }
  if (!(await noteSignIn(tx, link))) return no('sso_failed', user);
  await applyGroups(context, tx, connection, { user: joined, groups: vouched.groups });
  await applyGroupRoles(context, tx, connection, { userId: user.id, groups: vouched.groups });
  // As the organization sees them: that is where the session acts.
  const admitted = await lockUser(tx, user.id, origin.now);
  const membership = await findMember(tx, organizationId, user.id);
  if (!admitted || !membership) return no('sso_failed', user);
  return { ...admitted, organizationId, organizationRole: membership.organizationRole };
}

/**
 * A verified account that belongs elsewhere stays out, and so does one that was removed from here, or that left and moved
 * its address out of the domains; an invitation lets them in, the first where people may belong to several. One that is not
 * `isKnown` is about to be reclaimed, and joins as a new one.
 */
export async function findWayIn(
  { deps: { config }, origin }: OpenContext,
  tx: Db,
  connection: ConnectionRow,
  { user, isNew, isKnown = true }: Found & { isKnown?: boolean },
): Promise<{ invitation?: InviteRow | undefined } | NotAdmitted> {
  const { organizationId } = connection;
  if (await findMember(tx, organizationId, user.id)) return {};
  const { length: others } = await findRanks(tx, user.id);
  const mayJoinAnother = config.severalOrganizations ? others < organizationLimit : !isKnown;
  if (others > 0 && !mayJoinAnother) return no('sso_not_member', user);
  const invitation = await findOpenInvite(tx, organizationId, user.email, origin.now);
  const hasMovedAway = !isNew && !isInDomains(connection, user.email);
  const staysOut = hasMovedAway || (others > 0 && isKnown);
  const removed = { by: 'anyone', now: origin.now } as const;
  const isOut = (!invitation && staysOut) || (await staysRemoved(tx, organizationId, user, removed));
  if (isOut) return no('sso_not_member', user);
  if (!invitation && !connection.provisioning) return no('sso_not_provisioned', user);
  return (await mayJoin(tx, organizationId, user.email)) ? { invitation } : no('sso_email_not_allowed', user);
}

async function tellLinked(
  { deps, origin }: OpenContext,
  tx: Tx,
  { organizationId, name }: ConnectionRow,
  { user, deletedOrganization }: { user: UserRow; deletedOrganization: string | undefined },
): Promise<void> {
  const [organization, brand] = await Promise.all([
    lockOrganization(tx, organizationId),
    brandIn(tx, organizationId),
  ]);
  await mailUser(deps, tx, user, {
    type: 'sso_linked',
    organizationName: organization?.name ?? '',
    connectionName: name,
    deletedOrganization,
    brand,
    at: origin.now,
    link: `${deps.config.baseUrl}/profile/security`,
  });
}

/** The role that groups stand for. Null: it stays. */
export function roleFor(adminGroups: readonly string[], groups: readonly string[] | null) {
  if (adminGroups.length === 0 || groups === null) return null;
  return groups.some((group) => adminGroups.includes(group)) ? 'ADMIN' : 'MEMBER';
}

/** Sets ADMIN or MEMBER, never an OWNER's role, nor that of a person in a mapped group of the directory. */
async function applyGroups(
  context: OpenContext,
  tx: Tx,
  { id: connectionId, organizationId, adminGroups }: ConnectionRow,
  { user, groups }: { user: UserRow; groups: string[] | null },
): Promise<void> {
  const { origin } = context;
  const role = roleFor(adminGroups, groups);
  const member = role && (await findMember(tx, organizationId, user.id));
  if (!role || !member || member.organizationRole === 'OWNER' || member.organizationRole === role) return;
  if (await isInMappedGroup(tx, organizationId, user.id)) return;
  const move = { userId: user.id, organizationId, from: member.organizationRole, to: role } as const;
  const changed = await changeRank(tx, move, { actor: null, why: { connectionId } }, origin);
  if (!changed) return;
  await tellToRotate(context, tx, changed, { organizationIds: [organizationId], keeps: role });
}

/** Sets the roles of organizations that the person holds by this connection. Without a list of groups, they stay. */
async function applyGroupRoles(
  { origin }: OpenContext,
  tx: Tx,
  { id: connectionId, organizationId }: ConnectionRow,
  { userId, groups }: { userId: string; groups: string[] | null },
): Promise<void> {
  if (groups === null) return;
  const { from, to } = await setLinkRoles(tx, { connectionId, userId }, groups);
  const member = from.join() === to.join() ? undefined : await findMember(tx, organizationId, userId);
  if (!member) return;
  await record(tx, origin, {
    action: 'ORG_MEMBER_ROLES_CHANGED',
    user: null,
    organizationId,
    metadata: { targetUserId: userId, from, to, connectionId },
    about: { member: presentMember(member) },
  });
}
