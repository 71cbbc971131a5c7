import { normalEmail, type OrganizationRole, type SystemRole } from '@latchkey/contract';
import type { Db, Fragment } from '../../platform/db/sql.ts';
import type { Condition } from './filter.ts';

/** A person as a directory sees them. */
export type PersonRow = {
  id: string;
  /** Null: not a member, and the directory never sent an address. */
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  role: SystemRole;
  isActive: boolean;
  createdAt: Date;
  updatedAt: Date;
  /** Null: not a member. */
  organizationRole: OrganizationRole | null;
  isLinked: boolean;
  userName: string;
  externalId: string | null;
  displayName: string | null;
  preferredLanguage: string | null;
  sentEmail: string | null;
  groups: { id: string; displayName: string }[];
};

/** `domains`: proven by the organization. */
export type Reach = { organizationId: string; domains: string[] };

/**
 * What names a person: of `users u`, and for those who are no members, only what the directory itself sent (`l`). They may
 * belong to another organization by now.
 */
export const namesIn = (db: Db) => db`
    ${shownEmail(db)} AS email,
    CASE WHEN m.user_id IS NULL THEN l.given_name ELSE u.first_name END AS first_name,
    CASE WHEN m.user_id IS NULL THEN l.family_name ELSE u.last_name END AS last_name`;
const shownEmail = (db: Db) => db`CASE WHEN m.user_id IS NULL THEN l.sent_email ELSE u.email END`;

/** Of `users u`, their link `l` and their membership `m`. */
function columns(db: Db, { organizationId }: Reach) {
  return db`
    u.id, ${namesIn(db)}, u.role, u.is_active, u.created_at,
    CASE WHEN m.user_id IS NULL THEN l.updated_at ELSE greatest(u.updated_at, l.updated_at) END AS updated_at, m.role AS organization_role, l.user_id IS NOT NULL AS is_linked,
    coalesce(l.user_name, u.email) AS user_name, l.external_id, l.display_name,
    l.preferred_language, l.sent_email,
    coalesce((
      SELECT json_agg(json_build_object('id', g.id, 'displayName', g.display_name) ORDER BY g.created_at, g.id)
        FROM scim_group_members gm JOIN scim_groups g ON g.id = gm.group_id
       WHERE gm.user_id = u.id AND g.organization_id = ${organizationId}), '[]') AS groups`;
}

/** People whom the directory manages, members or not, and members with an address in a proven domain. */
function joined(db: Db, { organizationId }: Reach) {
  return db`
      LEFT JOIN scim_links l ON l.organization_id = ${organizationId} AND l.user_id = u.id
      LEFT JOIN organization_members m ON m.organization_id = ${organizationId} AND m.user_id = u.id`;
}
const within = (db: Db, { domains }: Reach) => db`
  (l.user_id IS NOT NULL OR (m.user_id IS NOT NULL AND domain_of(u.email) = ANY (${domains})))`;

export async function findPerson(db: Db, reach: Reach, id: string): Promise<PersonRow | undefined> {
  const [row] = await db<PersonRow[]>`
    SELECT ${columns(db, reach)} FROM users u ${joined(db, reach)} WHERE u.id = ${id} AND ${within(db, reach)}`;
  return row;
}

/** Which of these ids are of people in reach. */
export async function findReached(db: Db, reach: Reach, ids: string[]): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    SELECT u.id FROM users u ${joined(db, reach)} WHERE u.id = ANY (${ids}::uuid[]) AND ${within(db, reach)}`;
  return new Set(rows.map(({ id }) => id));
}

export type Slice = { offset: number; limit: number };
export type Page<Row> = { total: number; rows: Row[] };

/** Oldest first. */
export async function listPeople(
  db: Db,
  reach: Reach,
  conditions: readonly Condition[],
  slice: Slice,
): Promise<Page<PersonRow>> {
  return conditions.length === 0 ? listAll(db, reach, slice) : listSome(db, reach, conditions, slice);
}

/** By indexes that hold the order: the rows after the page are not read. */
async function listAll(db: Db, reach: Reach, { offset, limit }: Slice): Promise<Page<PersonRow>> {
  const { organizationId, domains } = reach;
  const [counted] = await db<{ total: number }[]>`
    SELECT (coalesce((SELECT people FROM scim_counts WHERE organization_id = ${organizationId}), 0)
          + (SELECT count(*) FROM organization_members
              WHERE organization_id = ${organizationId} AND domain_of(email) = ANY (${domains}) AND NOT is_linked))::int AS total`;
  const end = offset + limit;
  const rows =
    limit === 0
      ? []
      : await db<PersonRow[]>`
    SELECT ${columns(db, reach)} FROM (
        SELECT user_id FROM (
            (SELECT user_id, user_created_at FROM scim_links WHERE organization_id = ${organizationId}
              ORDER BY user_created_at, user_id LIMIT ${end})
            UNION ALL
            SELECT x.user_id, x.user_created_at FROM unnest(${domains}::text[]) AS d (name), LATERAL (
              SELECT user_id, user_created_at FROM organization_members
               WHERE organization_id = ${organizationId} AND domain_of(email) = d.name AND NOT is_linked
               ORDER BY user_created_at, user_id LIMIT ${end}) AS x) AS reached
         ORDER BY user_created_at, user_id LIMIT ${limit} OFFSET ${offset}) AS page
      JOIN users u ON u.id = page.user_id ${joined(db, reach)}
     ORDER BY u.created_at, u.id`;
  return { total: counted?.total ?? 0, rows };
}

async function listSome(
  db: Db,
  reach: Reach,
  conditions: readonly Condition[],
  { offset, limit }: Slice,
): Promise<Page<PersonRow>> {
  const wanted = conditions.map((condition) => db`AND ${matching(db, condition)}`);
  const from = db`FROM users u ${joined(db, reach)} WHERE ${candidates(db, reach, conditions)} AND ${within(db, reach)} ${wanted}`;
  const [counted] = await db<{ total: number }[]>`SELECT count(*)::int AS total ${from}`;
  const total = counted?.total ?? 0;
  if (limit === 0 || total === 0) return { total, rows: [] };
  const rows = await db<PersonRow[]>`
    SELECT ${columns(db, reach)} ${from} ORDER BY u.created_at, u.id LIMIT ${limit} OFFSET ${offset}`;
  return { total, rows };
}

/** A condition that names someone is looked up by its index; otherwise, all in reach are read. */
function candidates(db: Db, { organizationId }: Reach, conditions: readonly Condition[]): Fragment {
  const named = conditions.find(({ attribute }) => attribute !== 'active');
  const value = String(named?.value);
  if (named?.attribute === 'id') return db`u.id::text = ${value} AND u.id = ANY (${idsOf(value)}::uuid[])`;
  if (named?.attribute === 'email')
    return db`u.id IN (
      SELECT id FROM users WHERE email = ${normalEmail(value)}
      UNION ALL
      SELECT user_id FROM scim_links WHERE organization_id = ${organizationId} AND sent_email = ${normalEmail(value)})`;
  if (named?.attribute === 'externalId')
    return db`u.id IN (
      SELECT user_id FROM scim_links WHERE organization_id = ${organizationId} AND external_id = ${value})`;
  if (named?.attribute === 'userName')
    return db`u.id IN (
      SELECT user_id FROM scim_links WHERE organization_id = ${organizationId} AND lower(user_name) = lower(${value})
      UNION ALL
      SELECT user_id FROM organization_members
       WHERE organization_id = ${organizationId} AND email = ${normalEmail(value)} AND NOT is_linked)`;
  return db`u.id IN (
    SELECT user_id FROM scim_links WHERE organization_id = ${organizationId}
    UNION ALL
    SELECT user_id FROM organization_members WHERE organization_id = ${organizationId} AND NOT is_linked)`;
}

function matching(db: Db, { attribute, value }: Condition): Fragment {
  if (attribute === 'active')
    return value
      ? db`(u.is_active AND m.user_id IS NOT NULL)`
      : db`NOT (u.is_active AND m.user_id IS NOT NULL)`;
  if (attribute === 'id') return db`u.id::text = ${value}`;
  if (attribute === 'email') return db`${shownEmail(db)} = ${normalEmail(String(value))}`;
  if (attribute === 'externalId') return db`l.external_id = ${value}`;
  return db`lower(coalesce(l.user_name, u.email)) = lower(${value})`;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
/** None for text that can't be an id: nothing has it. */
const idsOf = (value: string) => (uuid.test(value) ? [value] : []);
