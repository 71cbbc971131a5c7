import type { OrganizationRole } from '@latchkey/contract';
import { nearerEnd } from '../db/nearer-end.ts';
import type { Db, Statement } from '../db/sql.ts';

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

/** In the order they came. Of `total` members, skipped ones are not read. */
export async function listMemberRows(
  db: Db,
  organizationId: string,
  { total, ...cut }: { total: number; limit: number; offset: number },
): Promise<MemberRow[]> {
  const { limit, offset, backwards } = nearerEnd(cut, total);
  const order = backwards ? db`created_at DESC, id DESC` : db`created_at, id`;
  return db<MemberRow[]>`
    SELECT ${memberColumns(db)} FROM users WHERE id IN (
      SELECT id FROM users WHERE organization_id = ${organizationId}
       ORDER BY ${order} LIMIT ${limit} OFFSET ${offset})
     ORDER BY created_at, id`;
}

/** Whether anybody else is a member. Holds until the end of a transaction that has locked the organization. */
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
 * Whether this member is the only OWNER. The answer holds until the end of a transaction that has locked the
 * organization. A deactivated OWNER counts: they can be activated again.
 */
export async function isSoleOwner(db: Db, organizationId: string, userId: string): Promise<boolean> {
  const owners = await db<{ id: string }[]>`
    SELECT id FROM users WHERE organization_id = ${organizationId} AND organization_role = 'OWNER' LIMIT 2`;
  return owners.length === 1 && owners[0]?.id === userId;
}

/** Locks a user who has no organization; false when they have one. */
export async function lockWithoutOrganization(db: Db, userId: string): Promise<boolean> {
  const rows = await db`SELECT 1 FROM users WHERE id = ${userId} AND organization_id IS NULL FOR UPDATE`;
  return rows.length === 1;
}

/** For a user who is held, and has no organization. */
export function joinOrganization(
  db: Db,
  membership: { userId: string; organizationId: string; role: OrganizationRole; now: Date },
): Statement {
  const { userId, organizationId, role, now } = membership;
  return db`
    UPDATE users SET organization_id = ${organizationId}, organization_role = ${role}, updated_at = ${now}
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
