import type { Db } from '../db/sql.ts';

/** How many members an organization has, however many: what was counted, plus who has come and gone since. */
export function memberCount(db: Db, organizationId: ReturnType<Db> | string) {
  return db`(
    SELECT coalesce(sum(n), 0)::int
      FROM (SELECT members AS n FROM organization_sizes s WHERE s.organization_id = ${organizationId}
            UNION ALL
            SELECT delta FROM user_moves v WHERE v.organization_id = ${organizationId}) AS counted)`;
}

export async function countMembers(db: Db, organizationId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`SELECT ${memberCount(db, organizationId)} AS count`;
  return row?.count ?? 0;
}

export async function countOrganizations(db: Db): Promise<number> {
  const [row] = await db<
    { count: number }[]
  >`SELECT coalesce(sum(n), 0)::int AS count FROM organization_counts`;
  return row?.count ?? 0;
}
