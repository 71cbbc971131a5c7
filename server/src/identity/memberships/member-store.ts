import type { OrganizationRole } from '@latchkey/contract';
import { type Total, totalOf } from '../../platform/db/list-store.ts';
import type { Db, Fragment, Statement } from '../../platform/db/sql.ts';

export type MemberRow = {
  id: string;
  email: string;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  organizationRole: OrganizationRole;
  isActive: boolean;
  lastLoginAt: Date | null;
  createdAt: Date;
};

function memberColumns(db: Db) {
  return db`id, email, username, first_name, last_name, organization_role, is_active, last_login_at, created_at`;
}

/** In the order they joined. An index tells which ones to skip. */
export async function listMemberRows(
  db: Db,
  organizationId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<MemberRow[]> {
  return db<MemberRow[]>`
    SELECT ${memberColumns(db)} FROM users WHERE id IN (
      SELECT id FROM users WHERE organization_id = ${organizationId}
       ORDER BY created_at, id LIMIT ${limit} OFFSET ${offset})
     ORDER BY created_at, id`;
}

export function totalMembers(db: Db, organizationId: string): Promise<Total> {
  return totalOf(db, db`FROM users WHERE organization_id = ${organizationId}`);
}

/** Whether there are other members. Holds until the end of a transaction that has locked the organization. */
export async function hasOthers(db: Db, organizationId: string, userId: string): Promise<boolean> {
  const rows =
    await db`SELECT 1 FROM users WHERE organization_id = ${organizationId} AND id <> ${userId} LIMIT 1`;
  return rows.length > 0;
}

export async function findMember(
  db: Db,
  organizationId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  const [row] = await db<MemberRow[]>`
    SELECT ${memberColumns(db)} FROM users WHERE id = ${userId} AND organization_id = ${organizationId}`;
  return row;
}

/**
 * Whether the organization would have no active OWNER without this one. The answer holds until the end of a transaction
 * that has locked the organization. Of deactivated ones, all but the last can go.
 */
export async function isSoleOwner(db: Db, organizationId: string, userId: string): Promise<boolean> {
  const rows = await db`
    SELECT 1 FROM users m
     WHERE id = ${userId} AND organization_id = ${organizationId} AND organization_role = 'OWNER' AND NOT EXISTS (
             SELECT 1 FROM users o
              WHERE o.organization_id = m.organization_id AND o.organization_role = 'OWNER' AND o.id <> m.id
                AND (o.is_active OR NOT m.is_active))`;
  return rows.length === 1;
}

type Owner = { id: string; email: string; firstName: string | null; emailVerifiedAt: Date | null };

/** The active OWNERs, for mail about their organization. */
export function findOwners(db: Db, organizationId: string): Promise<Owner[]> {
  return db<Owner[]>`
    SELECT id, email, first_name, email_verified_at FROM users
     WHERE organization_id = ${organizationId} AND organization_role = 'OWNER' AND is_active
     ORDER BY created_at, id LIMIT 20`;
}

/** Locks a user who has no organization; false when they have one. */
export async function lockWithoutOrganization(db: Db, userId: string): Promise<boolean> {
  const rows = await db`SELECT 1 FROM users WHERE id = ${userId} AND organization_id IS NULL FOR UPDATE`;
  return rows.length === 1;
}

/** The caller has locked the user, who has no organization. */
export function joinOrganization(
  db: Db,
  membership: { userId: string; organizationId: string; role: OrganizationRole; now: Date },
): Statement {
  const { userId, organizationId, role, now } = membership;
  return db`
    UPDATE users SET organization_id = ${organizationId}, organization_role = ${role}, organization_joined_at = ${now}, updated_at = ${now}
     WHERE id = ${userId} AND organization_id IS NULL`;
}

export async function setMemberRole(
  db: Db,
  membership: { userId: string; organizationId: string; role: OrganizationRole; now: Date },
): Promise<MemberRow | undefined> {
  const { userId, organizationId, role, now } = membership;
  const [row] = await db<MemberRow[]>`
    UPDATE users SET organization_role = ${role}, updated_at = ${now}
     WHERE id = ${userId} AND organization_id = ${organizationId} RETURNING ${memberColumns(db)}`;
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
      SELECT id AS heir_id, organization_role AS "from" FROM users m
       WHERE organization_id = ${organizationId} AND NOT EXISTS (
               SELECT 1 FROM users o
                WHERE o.organization_id = m.organization_id AND o.organization_role = 'OWNER' AND o.is_active)
       ORDER BY is_active DESC, array_position(ARRAY['OWNER', 'ADMIN', 'MEMBER'], organization_role::text),
                coalesce(organization_joined_at, created_at), id
       LIMIT 1)
    UPDATE users SET organization_role = 'OWNER', updated_at = ${now} FROM heir
     WHERE id = heir_id AND organization_role <> 'OWNER' RETURNING ${memberColumns(db)}, "from"`;
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
    SELECT DISTINCT r.name FROM user_roles ur JOIN roles r ON r.id = ur.role_id JOIN users u ON u.id = ur.user_id
     WHERE u.organization_id = ${organizationId} AND u.id = coalesce(${userId}, u.id)
       AND ur.organization_id IS NOT NULL AND NOT 'users:read' = ANY (r.effective_permissions)
     ORDER BY r.name`;
  return rows.map(({ name }) => name);
}

/** A user without an organization holds no role in one. */
export async function removeMemberRow(
  db: Db,
  membership: { userId: string; organizationId: string; now: Date },
): Promise<boolean> {
  const { userId, organizationId, now } = membership;
  const rows = await db`
    UPDATE users SET organization_id = NULL, organization_role = 'MEMBER', updated_at = ${now}
     WHERE id = ${userId} AND organization_id = ${organizationId} RETURNING id`;
  return rows.length === 1;
}

/** How many members an organization has. */
export function memberCount(db: Db, organizationId: Fragment | string) {
  return db`(SELECT count(*)::int FROM users c WHERE c.organization_id = ${organizationId})`;
}

export async function countMembers(db: Db, organizationId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`SELECT ${memberCount(db, organizationId)} AS count`;
  return row?.count ?? 0;
}
