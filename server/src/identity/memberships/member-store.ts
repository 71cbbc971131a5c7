import type { OrganizationRole } from '@latchkey/contract';
import { holds, type Total, totalOf } from '../../platform/db/list-store.ts';
import type { Db, Fragment, Statement } from '../../platform/db/sql.ts';
import { keysOf } from '../accounts/team-role-store.ts';

export type MemberRow = {
  id: string;
  email: string;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  organizationRole: OrganizationRole;
  /** Keys of the roles they were given. */
  roles: string[];
  isActive: boolean;
  lastLoginAt: Date | null;
  createdAt: Date;
};

/** Columns of `users u` and their membership `m`. */
function memberColumns(db: Db) {
  return db`
    u.id, u.email, u.username, u.first_name, u.last_name, m.role AS organization_role,
    ${db.unsafe(keysOf('m.role_ids'))} AS roles, u.is_active, u.last_login_at, u.created_at`;
}

type MemberFilter = { organizationId: string; search?: string | undefined };

function matching(db: Db, { organizationId, search }: MemberFilter) {
  return db`FROM organization_members WHERE organization_id = ${organizationId} ${search ? holds(db, db`search_text`, search) : db``}`;
}

/** In the order their accounts were made. An index alone tells which ones to skip; only those of the page are read. */
export async function listMemberRows(
  db: Db,
  members: MemberFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<MemberRow[]> {
  return db<MemberRow[]>`
    SELECT ${memberColumns(db)}
      FROM (SELECT organization_id, user_id ${matching(db, members)}
             ORDER BY user_created_at, user_id LIMIT ${limit} OFFSET ${offset}) AS page
      JOIN organization_members m USING (organization_id, user_id)
      JOIN users u ON u.id = m.user_id
     ORDER BY u.created_at, u.id`;
}

export function totalMembers(db: Db, members: MemberFilter): Promise<Total> {
  return totalOf(db, matching(db, members));
}

/** Whether there are other members. Holds until the end of a transaction that has locked the organization. */
export async function hasOthers(db: Db, organizationId: string, userId: string): Promise<boolean> {
  const rows = await db`
    SELECT 1 FROM organization_members WHERE organization_id = ${organizationId} AND user_id <> ${userId} LIMIT 1`;
  return rows.length > 0;
}

export async function findMember(
  db: Db,
  organizationId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  const [row] = await db<MemberRow[]>`
    SELECT ${memberColumns(db)} FROM organization_members m JOIN users u ON u.id = m.user_id
     WHERE m.user_id = ${userId} AND m.organization_id = ${organizationId}`;
  return row;
}

/**
 * Whether the organization has no active OWNER besides this one. The answer holds until the end of a transaction that has
 * locked the organization.
 */
export async function isSoleOwner(db: Db, organizationId: string, userId: string): Promise<boolean> {
  const rows = await db`
    SELECT 1 FROM organization_members m
     WHERE m.user_id = ${userId} AND m.organization_id = ${organizationId} AND m.role = 'OWNER' AND NOT EXISTS (
             SELECT 1 FROM organization_members o JOIN users ou ON ou.id = o.user_id
              WHERE o.organization_id = m.organization_id AND o.role = 'OWNER' AND o.user_id <> m.user_id
                AND ou.is_active)`;
  return rows.length === 1;
}

type Owner = {
  id: string;
  email: string;
  firstName: string | null;
  emailVerifiedAt: Date | null;
  locale: string | null;
};

/** The active OWNERs, for mail about their organization. */
export function findOwners(db: Db, organizationId: string): Promise<Owner[]> {
  return db<Owner[]>`
    SELECT u.id, u.email, u.first_name, u.email_verified_at, u.locale FROM organization_members m JOIN users u ON u.id = m.user_id
     WHERE m.organization_id = ${organizationId} AND m.role = 'OWNER' AND u.is_active
     ORDER BY u.created_at, u.id LIMIT 20`;
}

/** Locks a user who is about to join an organization, and returns those they belong to: see `lockJoiner`. */
export async function lockOrganizationsJoined(db: Db, userId: string): Promise<string[]> {
  const [, rows] = await Promise.all([
    db`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`,
    db<{ id: string }[]>`SELECT organization_id AS id FROM organization_members WHERE user_id = ${userId}`,
  ]);
  return rows.map(({ id }) => id);
}

export type Rank = { organizationId: string; organizationRole: OrganizationRole };

/** A user's rank in each of their organizations, in the order of the organizations' ids. */
export async function findRanks(db: Db, userId: string): Promise<Rank[]> {
  return db<Rank[]>`
    SELECT organization_id, role AS organization_role FROM organization_members
     WHERE user_id = ${userId} ORDER BY organization_id`;
}

/** False if it is their default already. The caller has locked the organization, and seen that they belong to it. */
export async function moveDefault(
  db: Db,
  { userId, organizationId, now }: { userId: string; organizationId: string; now: Date },
): Promise<boolean> {
  const rows = await db`
    UPDATE users SET organization_id = ${organizationId}, updated_at = ${now}
     WHERE id = ${userId} AND organization_id <> ${organizationId} RETURNING id`;
  return rows.length === 1;
}

/** For `join`: that they were removed once is forgotten. Their first organization becomes their default. */
export function joinOrganization(
  db: Db,
  membership: {
    userId: string;
    organizationId: string;
    role: OrganizationRole;
    /** Gives its roles, those that still exist. */
    inviteId?: string | null;
    now: Date;
  },
): Statement {
  const { userId, organizationId, role, inviteId = null, now } = membership;
  return db`
    WITH joined AS (
      INSERT INTO organization_members (organization_id, user_id, role, role_ids, joined_at)
      VALUES (${organizationId}, ${userId}, ${role},
              coalesce((SELECT i.role_ids FROM organization_invites i WHERE i.id = ${inviteId}), '{}'), ${now})
      RETURNING user_id),
    forgotten AS (DELETE FROM removed_members WHERE organization_id = ${organizationId} AND user_id = ${userId})
    UPDATE users SET updated_at = ${now} FROM joined WHERE id = joined.user_id`;
}

/** `byDirectory`: a group in the organization's directory says so, and may take it back. */
export async function setMemberRole(
  db: Db,
  membership: {
    userId: string;
    organizationId: string;
    role: OrganizationRole;
    byDirectory?: boolean;
    now: Date;
  },
): Promise<MemberRow | undefined> {
  const { userId, organizationId, role, byDirectory = false, now } = membership;
  const [row] = await db<MemberRow[]>`
    WITH m AS (
      UPDATE organization_members SET role = ${role}, rank_by_directory = ${byDirectory}
       WHERE user_id = ${userId} AND organization_id = ${organizationId} RETURNING user_id, role, role_ids)
    UPDATE users u SET updated_at = ${now} FROM m WHERE u.id = m.user_id RETURNING ${memberColumns(db)}`;
  return row;
}

/**
 * Makes the member of the highest rank who joined first OWNER, if no active OWNER is left. Returns them with the rank they
 * had.
 */
export async function nameSuccessor(
  db: Db,
  organizationId: string,
  now: Date,
): Promise<(MemberRow & { from: OrganizationRole }) | undefined> {
  const [row] = await db<(MemberRow & { from: OrganizationRole })[]>`
    WITH heir AS (
      SELECT h.user_id, h.role AS "from" FROM organization_members h JOIN users u ON u.id = h.user_id
       WHERE h.organization_id = ${organizationId} AND NOT EXISTS (
               SELECT 1 FROM organization_members o JOIN users ou ON ou.id = o.user_id
                WHERE o.organization_id = h.organization_id AND o.role = 'OWNER' AND ou.is_active)
       ORDER BY u.is_active DESC, array_position(ARRAY['OWNER', 'ADMIN', 'MEMBER'], h.role::text), h.joined_at, h.user_id
       LIMIT 1),
    m AS (
      UPDATE organization_members m SET role = 'OWNER', rank_by_directory = false FROM heir
       WHERE m.organization_id = ${organizationId} AND m.user_id = heir.user_id AND m.role <> 'OWNER'
      RETURNING m.user_id, m.role, m.role_ids, heir."from")
    UPDATE users u SET updated_at = ${now} FROM m WHERE u.id = m.user_id RETURNING ${memberColumns(db)}, m."from"`;
  return row;
}

/** The further roles that end with the membership of a user, or of everyone (see `end_roles_of_membership`). */
export async function findEndingRoles(
  db: Db,
  organizationId: string,
  userId: string | null = null,
): Promise<string[]> {
  // First: a role that is being given is then seen here.
  if (userId) await db`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
  const rows = await db<{ name: string }[]>`
    SELECT DISTINCT r.name FROM organization_members m
      JOIN user_roles ur ON ur.user_id = m.user_id AND ur.organization_id = m.organization_id
      JOIN roles r ON r.id = ur.role_id
     WHERE m.organization_id = ${organizationId} AND m.user_id = coalesce(${userId}, m.user_id)
       AND NOT 'users:read' = ANY (r.effective_permissions)
     ORDER BY r.name`;
  return rows.map(({ name }) => name);
}

/** The database moves the default, if it was this one. */
export async function removeMemberRow(
  db: Db,
  membership: { userId: string; organizationId: string; now: Date },
): Promise<boolean> {
  const { userId, organizationId, now } = membership;
  const [removed] = await Promise.all([
    db`DELETE FROM organization_members WHERE user_id = ${userId} AND organization_id = ${organizationId} RETURNING user_id`,
    db`UPDATE users SET updated_at = ${now} WHERE id = ${userId}`,
  ]);
  return removed.length === 1;
}

/** Kept until they are back: an identity provider must not undo a removal. */
export async function noteRemoval(
  db: Db,
  removal: { userId: string; organizationId: string; byDirectory: boolean; now: Date },
): Promise<void> {
  const { userId, organizationId, byDirectory, now } = removal;
  await db`
    INSERT INTO removed_members (organization_id, user_id, by_directory, removed_at)
    VALUES (${organizationId}, ${userId}, ${byDirectory}, ${now})
    ON CONFLICT (organization_id, user_id) DO UPDATE SET
      by_directory = EXCLUDED.by_directory, removed_at = EXCLUDED.removed_at`;
}

/** Whether a person was removed, or removed by hand, and has not been invited since. The address is their current one. */
export async function staysRemoved(
  db: Db,
  organizationId: string,
  { id, email }: { id: string; email: string },
  { by, now }: { by: 'anyone' | 'hand'; now: Date },
): Promise<boolean> {
  const rows = await db`
    SELECT 1 FROM removed_members r
     WHERE r.organization_id = ${organizationId} AND r.user_id = ${id}
       AND NOT (${by === 'hand'} AND r.by_directory) AND NOT EXISTS (
             SELECT 1 FROM organization_invites i
              WHERE i.organization_id = r.organization_id AND i.email = ${email} AND i.expires_at > ${now}
                AND i.created_at >= r.removed_at)`;
  return rows.length > 0;
}

/** How many members an organization has. */
export function memberCount(db: Db, organizationId: Fragment | string) {
  return db`(SELECT count(*)::int FROM organization_members c WHERE c.organization_id = ${organizationId})`;
}

export async function countMembers(db: Db, organizationId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`SELECT ${memberCount(db, organizationId)} AS count`;
  return row?.count ?? 0;
}
