import { lifetimes, type OrganizationRole } from '@latchkey/contract';
import { containing, type PageSlice } from '../../platform/db/list-store.ts';
import type { Db, Statement } from '../../platform/db/sql.ts';
import { type Sweep, sweepSome } from '../../platform/db/sweep-store.ts';
import { keysOf } from '../accounts/team-role-store.ts';
import { memberCount } from './member-store.ts';
import type { OrganizationRow } from './organization-store.ts';

/** The token of the link that the inviter may hand over, if there is one. */
export type SentInvite = { invite: InviteRow; token?: string; url?: string };

export type InviteRow = {
  id: string;
  email: string;
  role: OrganizationRole;
  /** Keys of the roles that joining by it gives. */
  roles: string[];
  expiresAt: Date;
  createdAt: Date;
};

/** Columns of `organization_invites i`. */
export const inviteColumns = (db: Db) => db`
  i.id, i.email, i.role, ${db.unsafe(keysOf('i.role_ids'))} AS roles, i.expires_at, i.created_at`;

/** Of the invitation `i`, by whichever of its links: it may have one that only the mail showed, and one that its inviter was shown. */
const isOpenedBy = (db: Db, tokenHash: Buffer) => db`${tokenHash} IN (i.token_hash, i.link_hash)`;

/** One that gives roles offers more than MEMBER does. */
const givesRoles = (db: Db) => db`EXISTS (SELECT 1 FROM organization_roles r WHERE r.id = ANY (i.role_ids))`;

/** An invitation about to be used, with the organization it leads to. */
export type LockedInvite = InviteRow & {
  organization: OrganizationRow;
  memberCount: number;
  /** It was opened by a link that only the mailbox has. */
  provesMailbox: boolean;
};

/** Locks the organization, as every change of members does: one token makes one member. */
export async function lockInvite(db: Db, tokenHash: Buffer): Promise<LockedInvite | undefined> {
  const [, [organization], [invite]] = await Promise.all([
    db`
      SELECT 1 FROM organizations
       WHERE id = (SELECT organization_id FROM organization_invites i WHERE ${isOpenedBy(db, tokenHash)}) FOR UPDATE`,
    // Read under the lock: by now the invitation may be used, canceled or gone with its organization.
    db<OrganizationRow[]>`
      SELECT o.id, o.name, o.slug, o.created_at, o.updated_at
        FROM organizations o JOIN organization_invites i ON i.organization_id = o.id
       WHERE ${isOpenedBy(db, tokenHash)}`,
    db<Omit<LockedInvite, 'organization'>[]>`
      SELECT ${inviteColumns(db)}, i.token_hash = ${tokenHash} AS proves_mailbox,
             ${memberCount(db, db`i.organization_id`)} AS member_count
        FROM organization_invites i WHERE ${isOpenedBy(db, tokenHash)}`,
  ]);
  return organization && invite && { ...invite, organization };
}

/** Whether an address belongs to a member, or has an open invitation. */
export async function findInvitee(
  db: Db,
  organizationId: string | null,
  email: string,
  now: Date,
): Promise<{ isMember: boolean; isInvited: boolean }> {
  const [invitee] = await db<{ isMember: boolean; isInvited: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM organization_members
                    WHERE email = ${email} AND organization_id = ${organizationId}) AS is_member,
           EXISTS (SELECT 1 FROM organization_invites
                    WHERE email = ${email} AND organization_id = ${organizationId} AND expires_at > ${now}) AS is_invited`;
  return invitee ?? { isMember: false, isInvited: false };
}

/** The open invitation of an address to an organization, which is locked. */
export async function findOpenInvite(
  db: Db,
  organizationId: string,
  email: string,
  now: Date,
): Promise<InviteRow | undefined> {
  const [row] = await db<InviteRow[]>`
    SELECT ${inviteColumns(db)} FROM organization_invites i
     WHERE organization_id = ${organizationId} AND email = ${email} AND expires_at > ${now}`;
  return row;
}

type NewInviteRow = Omit<InviteRow, 'roles'> & {
  roleIds: readonly string[];
  organizationId: string;
  invitedById: string;
  tokenHash: Buffer;
  /** Of a link that the inviter is shown. */
  linkHash: Buffer | null;
};

/** Replaces an expired one for the same person. The caller holds the organization and has seen that none is open. */
export function insertInvite(db: Db, invite: NewInviteRow): Statement {
  const { id, organizationId, invitedById, email, role, roleIds, tokenHash, linkHash, createdAt } = invite;
  const linkedAt = linkHash && createdAt;
  return db`
    INSERT INTO organization_invites (id, organization_id, invited_by_id, email, role, role_ids, token_hash, link_hash,
                                      linked_at, expires_at, created_at)
    VALUES (${id}, ${organizationId}, ${invitedById}, ${email}, ${role}, ${[...roleIds]}::uuid[], ${tokenHash}, ${linkHash},
            ${linkedAt}, ${invite.expiresAt}, ${createdAt})
    ON CONFLICT (organization_id, email) DO UPDATE SET
      id = EXCLUDED.id, invited_by_id = EXCLUDED.invited_by_id, role = EXCLUDED.role,
      role_ids = EXCLUDED.role_ids, token_hash = EXCLUDED.token_hash, link_hash = EXCLUDED.link_hash,
      linked_at = EXCLUDED.linked_at, expires_at = EXCLUDED.expires_at, created_at = EXCLUDED.created_at`;
}

/** One invitation of an organization, which is locked. */
export async function findInviteOf(
  db: Db,
  organizationId: string,
  { id, now }: { id: string; now: Date },
): Promise<InviteRow | undefined> {
  const [row] = await db<InviteRow[]>`
    SELECT ${inviteColumns(db)} FROM organization_invites i
     WHERE id = ${id} AND organization_id = ${organizationId} AND expires_at > ${now}`;
  return row;
}

type Renewed = { invitedById: string; tokenHash: Buffer; expiresAt: Date; now: Date };

/** Every earlier link ends: the one in the new mail is the only one. Its sender is the inviter from now on. */
export async function renewInvite(db: Db, id: string, renewed: Renewed): Promise<InviteRow | undefined> {
  const { invitedById, tokenHash, expiresAt, now } = renewed;
  const [row] = await db<InviteRow[]>`
    UPDATE organization_invites i
       SET token_hash = ${tokenHash}, link_hash = NULL, linked_at = NULL, invited_by_id = ${invitedById},
           expires_at = ${expiresAt}, created_at = ${now}
     WHERE id = ${id} AND expires_at > ${now} RETURNING ${inviteColumns(db)}`;
  return row;
}

type Handed = { invitedById: string; linkHash: Buffer; now: Date };

/**
 * Makes the link that a member is shown, and ends an earlier one. They are the inviter from now on: no one else has seen a
 * link, and theirs ends when they lose the role that it takes.
 */
export async function replaceLink(db: Db, id: string, handed: Handed): Promise<InviteRow | undefined> {
  const { invitedById, linkHash, now } = handed;
  const [row] = await db<InviteRow[]>`
    UPDATE organization_invites i
       SET link_hash = ${linkHash}, linked_at = ${now}, invited_by_id = ${invitedById}
     WHERE id = ${id} AND expires_at > ${now} RETURNING ${inviteColumns(db)}`;
  return row;
}

type Inviter = { id: string; email: string; firstName: string | null; lastName: string | null };
export type ListedInvite = InviteRow & { invitedBy: Inviter | null };
type WithInviter = {
  inviterId: string | null;
  inviterEmail: string | null;
  inviterFirstName: string | null;
  inviterLastName: string | null;
};

function inviterColumns(db: Db) {
  return db`
    u.id AS inviter_id, u.email AS inviter_email, u.first_name AS inviter_first_name,
    u.last_name AS inviter_last_name`;
}

/** Null when the inviter's account is deleted. */
function inviterOf(row: WithInviter): Inviter | null {
  const { inviterId: id, inviterEmail: email, inviterFirstName: firstName, inviterLastName: lastName } = row;
  return id !== null && email !== null ? { id, email, firstName, lastName } : null;
}

type InviteFilter = { organizationId: string; search?: string | undefined; now: Date };

const isNamed = (db: Db, { search }: InviteFilter) =>
  search ? db`AND i.email LIKE ${containing(search)}` : db``;

export async function countPendingInvites(db: Db, filter: InviteFilter): Promise<number> {
  const { organizationId, now } = filter;
  const [row] = await db<{ count: number }[]>`
    SELECT count(*)::int FROM organization_invites i
     WHERE i.expires_at > ${now} AND i.organization_id = ${organizationId} ${isNamed(db, filter)}`;
  return row?.count ?? 0;
}

export async function listPendingInvites(
  db: Db,
  filter: InviteFilter,
  { limit, offset }: PageSlice,
): Promise<ListedInvite[]> {
  const { organizationId, now } = filter;
  const rows = await db<(InviteRow & WithInviter)[]>`
    SELECT ${inviteColumns(db)}, ${inviterColumns(db)}
      FROM organization_invites i LEFT JOIN users u ON u.id = i.invited_by_id
     WHERE i.organization_id = ${organizationId} AND i.expires_at > ${now} ${isNamed(db, filter)}
     ORDER BY i.created_at DESC, i.id DESC LIMIT ${limit} OFFSET ${offset}`;
  return rows.map((row) => ({ ...row, invitedBy: inviterOf(row) }));
}

export type OpenedInvite = ListedInvite & { organizationName: string; organizationSlug: string };

export async function findInvite(db: Db, tokenHash: Buffer): Promise<OpenedInvite | undefined> {
  const [row] = await db<
    (InviteRow & WithInviter & { organizationName: string; organizationSlug: string })[]
  >`
    SELECT ${inviteColumns(db)}, ${inviterColumns(db)},
           o.name AS organization_name, o.slug AS organization_slug
      FROM organization_invites i JOIN organizations o ON o.id = i.organization_id
      LEFT JOIN users u ON u.id = i.invited_by_id
     WHERE ${isOpenedBy(db, tokenHash)}`;
  return row && { ...row, invitedBy: inviterOf(row) };
}

export function deleteInvite(db: Db, organizationId: string, id: string) {
  return db<InviteRow[]>`
    DELETE FROM organization_invites i WHERE id = ${id} AND organization_id = ${organizationId}
    RETURNING ${inviteColumns(db)}`;
}

/** Deletes the inviter's open invitations above MEMBER or with roles; with a time, all they sent or were shown since then. */
export function deleteInvitesBy(
  db: Db,
  inviter: { inviterId: string | null; organizationId: string; since: Date | null; now: Date },
): Promise<InviteRow[]> {
  const { inviterId, organizationId, since, now } = inviter;
  return db<InviteRow[]>`
    DELETE FROM organization_invites i
     WHERE invited_by_id IS NOT DISTINCT FROM coalesce(${inviterId}, invited_by_id) AND organization_id = ${organizationId} AND expires_at > ${now}
       AND CASE WHEN ${since}::timestamptz IS NULL THEN role <> 'MEMBER' OR ${givesRoles(db)} ELSE greatest(created_at, linked_at) >= ${since} END
    RETURNING ${inviteColumns(db)}`;
}

/** Deletes the open invitation of an address. */
export function deleteInvitesTo(
  db: Db,
  { email, organizationId, now }: { email: string; organizationId: string; now: Date },
): Promise<InviteRow[]> {
  return db<InviteRow[]>`
    DELETE FROM organization_invites i
     WHERE organization_id = ${organizationId} AND email = ${email} AND expires_at > ${now}
    RETURNING ${inviteColumns(db)}`;
}

/** An expired invitation says so for a while (410); then it is as if it had never existed. */
export const sweepInvites: Sweep = (db, now) =>
  sweepSome(
    db,
    'organization_invites',
    db`expires_at < ${new Date(now.getTime() - lifetimes.expiredInviteDays * 86_400_000)}`,
  );
