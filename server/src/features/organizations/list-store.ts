import type { OrganizationSort } from '@latchkey/contract';
import { memberCount } from '../../identity/memberships/member-store.ts';
import {
  estimateAbove,
  exactTo,
  type Frequency,
  frequencyOf,
  holds,
  type Total,
  totalOf,
} from '../../platform/db/list-store.ts';
import type { Db } from '../../platform/db/sql.ts';

export type ListedRow = {
  id: string;
  name: string;
  slug: string;
  memberCount: number;
  ownerEmail: string | null;
  createdAt: Date;
};

export type OrganizationFilter = { search?: string | undefined; ids?: string[] | undefined };
type Found = OrganizationFilter & { frequency?: Frequency | '' | undefined };

function matching(db: Db, { search, ids, frequency }: Found) {
  return db`
    FROM organizations o WHERE true
    ${search ? holds(db, db`o.search_text`, search, frequency || undefined) : db``}
    ${ids ? db`AND o.id = ANY(${ids}::uuid[])` : db``}`;
}

/** Each is an index, or one read backward. */
function orderOf(db: Db, sort: OrganizationSort) {
  if (sort === 'name') return db`lower(o.name), o.id`;
  if (sort === '-name') return db`lower(o.name) DESC, o.id DESC`;
  return sort === 'createdAt' ? db`o.created_at, o.id` : db`o.created_at DESC, o.id DESC`;
}

type OrganizationSlice = { sort: OrganizationSort; limit: number; offset: number };
type Page = Total & { rows: ListedRow[] };

export async function listOrganizationRows(
  db: Db,
  filter: OrganizationFilter,
  slice: OrganizationSlice,
): Promise<Page> {
  const { search, ids } = filter;
  if (!search && !ids)
    return { ...(await totalOf(db, matching(db, filter))), rows: await walk(db, filter, slice) };
  const frequency = search && (await frequencyOf(db, matching(db, { search }), 'organizations'));
  const few = !ids && frequency === 'many' ? 'many' : await sortFew(db, { ...filter, frequency }, slice);
  if (few !== 'many') return few;
  return { ...(await estimateAbove(db, matching(db, filter))), rows: await walk(db, filter, slice) };
}

/** Looks up members and owners only for the rows of the page, in the same statement. */
function columns(db: Db) {
  return db`
    o.id, o.name, o.slug, o.created_at, ${memberCount(db, db`o.id`)} AS member_count,
    (SELECT m.email FROM organization_members m WHERE m.organization_id = o.id AND m.role = 'OWNER'
      ORDER BY m.user_created_at, m.user_id LIMIT 1) AS owner_email`;
}

/** With many matches the next one is never far. */
async function walk(
  db: Db,
  filter: OrganizationFilter,
  { sort, limit, offset }: OrganizationSlice,
): Promise<ListedRow[]> {
  const order = orderOf(db, sort);
  return db<ListedRow[]>`
    SELECT ${columns(db)}
      FROM (SELECT o.id ${matching(db, filter)} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) AS page
      JOIN organizations o ON o.id = page.id
     ORDER BY ${order}`;
}

/** All matches, if there are not too many: one pass gives the page and the exact total. */
async function sortFew(
  db: Db,
  filter: Found,
  { sort, limit, offset }: OrganizationSlice,
): Promise<Page | 'many'> {
  const order = orderOf(db, sort);
  const rows = await db<(ListedRow & { total: number; found: boolean })[]>`
    WITH hits AS MATERIALIZED (SELECT o.id, o.name, o.created_at ${matching(db, filter)} LIMIT ${exactTo + 1}),
    page AS (SELECT o.id FROM hits o ORDER BY ${order} LIMIT ${limit} OFFSET ${offset})
    SELECT counted.total, o.id IS NOT NULL AS found, ${columns(db)}
      FROM (SELECT count(*)::int AS total FROM hits) AS counted
      LEFT JOIN (page JOIN organizations o ON o.id = page.id) ON true
     ORDER BY ${order}`;
  const total = rows[0]?.total ?? 0;
  return total > exactTo ? 'many' : { total, rows: rows.filter((row) => row.found) };
}
