import type { OrganizationRole } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';

/** Whether a member is in a group of the directory that is mapped to a role. */
export async function isInMappedGroup(db: Db, organizationId: string, userId: string): Promise<boolean> {
  const rows = await db`
    SELECT 1 FROM scim_group_members gm JOIN scim_groups g ON g.id = gm.group_id
     WHERE gm.user_id = ${userId} AND g.organization_id = ${organizationId} AND g.role IS NOT NULL LIMIT 1`;
  return rows.length > 0;
}

/** The organizations in whose directories a person, a member or not, is in a group that is mapped to a role. */
export async function findMappedOrganizations(db: Db, userId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    SELECT DISTINCT g.organization_id AS id FROM scim_group_members gm JOIN scim_groups g ON g.id = gm.group_id
     WHERE gm.user_id = ${userId} AND g.role IS NOT NULL`;
  return rows.map(({ id }) => id);
}

type Due = { userId: string; from: OrganizationRole; to: 'ADMIN' | 'MEMBER' };

/**
 * Those of these members whose rank no longer fits the groups they are in: MEMBERs in a mapped group, and people who are
 * ADMIN only because of one that they are in no longer.
 */
export function findDueRanks(db: Db, organizationId: string, userIds: readonly string[]): Promise<Due[]> {
  return db<Due[]>`
    SELECT d.user_id, d.role AS "from", CASE WHEN d.is_mapped THEN 'ADMIN' ELSE 'MEMBER' END AS "to"
      FROM (SELECT m.user_id, m.role, m.rank_by_directory, EXISTS (
                     SELECT 1 FROM scim_group_members gm JOIN scim_groups g ON g.id = gm.group_id
                      WHERE gm.user_id = m.user_id AND g.organization_id = m.organization_id AND g.role IS NOT NULL) AS is_mapped
              FROM organization_members m
             WHERE m.organization_id = ${organizationId} AND m.user_id = ANY (${userIds as string[]}::uuid[])) AS d
     WHERE (d.is_mapped AND d.role = 'MEMBER') OR (NOT d.is_mapped AND d.rank_by_directory AND d.role = 'ADMIN')
     ORDER BY d.user_id`;
}
