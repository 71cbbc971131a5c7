import type { OrganizationRole } from '@latchkey/contract';
import type { Db } from '../db/sql.ts';

export type OrganizationRow = { id: string; name: string; slug: string; createdAt: Date; updatedAt: Date };

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

export async function findOrganization(db: Db, id: string): Promise<OrganizationRow | undefined> {
  const [row] = await db<OrganizationRow[]>`
    SELECT id, name, slug, created_at, updated_at FROM organizations WHERE id = ${id}`;
  return row;
}

/** How many slugs begin as this one does: where to start looking for a free one. */
export async function countSlugs(db: Db, slug: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    SELECT count(*)::int AS count FROM organizations WHERE slug = ${slug} OR slug ~ ${`^${slug}-[0-9]+$`}`;
  return row?.count ?? 0;
}

/** Joins a user who has no organization. False when he has one by now. */
export async function joinOrganization(
  db: Db,
  membership: { userId: string; organizationId: string; role: OrganizationRole; now: Date },
): Promise<boolean> {
  const { userId, organizationId, role, now } = membership;
  const rows = await db`
    UPDATE users SET organization_id = ${organizationId}, organization_role = ${role}, updated_at = ${now}
     WHERE id = ${userId} AND organization_id IS NULL RETURNING id`;
  return rows.length === 1;
}
