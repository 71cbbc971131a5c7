import type { OrganizationRole } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';
import { memberCount } from './member-store.ts';

export type OrganizationRow = { id: string; name: string; slug: string; createdAt: Date; updatedAt: Date };
/** An organization as one of its members sees it. */
export type MembershipRow = OrganizationRow & { role: OrganizationRole; memberCount: number };

/** False when the slug is taken. Waits for a transaction that is about to take it. */
export async function insertOrganization(
  db: Db,
  organization: { id: string; name: string; slug: string; now: Date },
): Promise<boolean> {
  const { id, name, slug, now } = organization;
  const rows = await db`
    INSERT INTO organizations (id, name, slug, created_at, updated_at) VALUES (${id}, ${name}, ${slug}, ${now}, ${now})
    ON CONFLICT (slug) DO NOTHING RETURNING id`;
  return rows.length === 1;
}

export async function isSlugTaken(db: Db, slug: string): Promise<boolean> {
  const rows = await db`SELECT 1 FROM organizations WHERE slug = ${slug}`;
  return rows.length > 0;
}

/**
 * Held until the transaction ends. Every change to an organization, its members or its invitations locks it first,
 * before any user or invitation: changes take turns and never deadlock.
 */
export async function lockOrganization(db: Db, id: string): Promise<OrganizationRow | undefined> {
  const [row] = await db<OrganizationRow[]>`
    SELECT id, name, slug, created_at, updated_at FROM organizations WHERE id = ${id} FOR UPDATE`;
  return row;
}

export async function findMembership(
  db: Db,
  userId: string,
  organizationId: string | null,
): Promise<MembershipRow | undefined> {
  const [row] = await db<MembershipRow[]>`
    SELECT o.id, o.name, o.slug, o.created_at, o.updated_at, m.role,
           ${memberCount(db, db`o.id`)} AS member_count
      FROM organization_members m JOIN organizations o ON o.id = m.organization_id
     WHERE m.user_id = ${userId} AND m.organization_id = ${organizationId}`;
  return row;
}

/** As a member without any rank sees it: an organization's key has none. */
export async function findAsMember(db: Db, id: string): Promise<MembershipRow | undefined> {
  const [row] = await db<MembershipRow[]>`
    SELECT o.id, o.name, o.slug, o.created_at, o.updated_at, 'MEMBER' AS role,
           ${memberCount(db, db`o.id`)} AS member_count
      FROM organizations o WHERE o.id = ${id}`;
  return row;
}

export async function renameOrganization(
  db: Db,
  organization: { id: string; name: string; slug: string; now: Date },
): Promise<void> {
  const { id, name, slug, now } = organization;
  await db`UPDATE organizations SET name = ${name}, slug = ${slug}, updated_at = ${now} WHERE id = ${id}`;
}

/** Deletes an organization and its invitations. Its members stay, with the other organizations they belong to. */
export async function deleteOrganization(db: Db, id: string, now: Date): Promise<void> {
  await db`
    UPDATE users SET updated_at = ${now}
     WHERE id IN (SELECT user_id FROM organization_members WHERE organization_id = ${id})`;
  await db`DELETE FROM organizations WHERE id = ${id}`;
}
