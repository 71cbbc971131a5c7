import type { OrganizationSort } from '@latchkey/contract';
import type { Db } from '../db/sql.ts';
import { anywhere, type Total, totalOf } from '../db/total-store.ts';

export type ListedRow = {
  id: string;
  name: string;
  slug: string;
  memberCount: number;
  ownerEmail: string | null;
  createdAt: Date;
};

export type OrganizationFilter = { search?: string | undefined; ids?: string[] | undefined };

function matching(db: Db, { search, ids }: OrganizationFilter) {
  return db`
    FROM organizations o WHERE true
    ${search ? db`AND o.search_text LIKE lower(${anywhere(search)})` : db``}
    ${ids ? db`AND o.id = ANY(${ids}::uuid[])` : db``}`;
}

/** Each is an index, or one read backwards. */
function orderOf(db: Db, sort: OrganizationSort) {
  if (sort === 'name') return db`lower(o.name), o.id`;
  if (sort === '-name') return db`lower(o.name) DESC, o.id DESC`;
  return sort === 'createdAt' ? db`o.created_at, o.id` : db`o.created_at DESC, o.id DESC`;
}

export function totalOrganizations(db: Db, filter: OrganizationFilter): Promise<Total> {
  return totalOf(db, matching(db, filter));
}

/** Looks up members and owners for the rows of the page alone, in the same statement. */
export async function listOrganizationRows(
  db: Db,
  filter: OrganizationFilter,
  { sort, limit, offset }: { sort: OrganizationSort; limit: number; offset: number },
): Promise<ListedRow[]> {
  const order = orderOf(db, sort);
  return db<ListedRow[]>`
    SELECT o.id, o.name, o.slug, o.created_at,
           (SELECT count(*)::int FROM users m WHERE m.organization_id = o.id) AS member_count,
           (SELECT m.email FROM users m WHERE m.organization_id = o.id AND m.organization_role = 'OWNER'
             ORDER BY m.created_at, m.id LIMIT 1) AS owner_email
      FROM (SELECT o.id ${matching(db, filter)} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) AS page
      JOIN organizations o ON o.id = page.id
     ORDER BY ${order}`;
}
