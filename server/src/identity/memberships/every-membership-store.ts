import type { Db } from '../../platform/db/sql.ts';
import { memberCount } from './member-store.ts';
import type { MembershipRow, OrganizationRow } from './organization-store.ts';

/** All organizations that a user belongs to, in the order in which they joined. */
export function listMemberships(db: Db, userId: string): Promise<MembershipRow[]> {
  return db<MembershipRow[]>`
    SELECT o.id, o.name, o.slug, o.created_at, o.updated_at, m.role, ${memberCount(db, db`o.id`)} AS member_count
      FROM organization_members m JOIN organizations o ON o.id = m.organization_id
     WHERE m.user_id = ${userId} ORDER BY m.joined_at, o.id`;
}

/** Held until the transaction ends, and taken before the user, as everywhere. Always in the same order. */
export function lockOrganizationsOf(db: Db, userId: string): Promise<OrganizationRow[]> {
  return db<OrganizationRow[]>`
    SELECT o.id, o.name, o.slug, o.created_at, o.updated_at FROM organizations o
     WHERE o.id IN (SELECT m.organization_id FROM organization_members m WHERE m.user_id = ${userId})
     ORDER BY o.id FOR UPDATE OF o`;
}

/** Whether the user belongs to exactly these organizations. Stable in a transaction that holds them and the user. */
export async function belongsOnlyTo(db: Db, userId: string, organizationIds: string[]): Promise<boolean> {
  const [row] = await db<{ same: boolean }[]>`
    SELECT coalesce(array_agg(organization_id ORDER BY organization_id), '{}') = (
             SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM unnest(${organizationIds}::uuid[]) AS given (id)) AS same
      FROM organization_members WHERE user_id = ${userId}`;
  return row?.same === true;
}
