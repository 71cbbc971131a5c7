import { keysOf } from '../../identity/accounts/team-role-store.ts';
import type { Db, Fragment } from '../../platform/db/sql.ts';
import type { Condition } from './filter.ts';
import { namesIn, type Page, type Reach, type Slice } from './person-store.ts';

export type GroupRow = {
  id: string;
  organizationId: string;
  displayName: string;
  externalId: string | null;
  role: 'ADMIN' | null;
  createdAt: Date;
  updatedAt: Date;
};
export type GroupMember = {
  groupId: string;
  id: string;
  displayName: string | null;
  firstName: string | null;
  lastName: string | null;
  userName: string | null;
  email: string | null;
};

const columns = (db: Db) =>
  db`g.id, g.organization_id, g.display_name, g.external_id, g.role, g.created_at, g.updated_at`;

export async function findGroup(db: Db, organizationId: string, id: string): Promise<GroupRow | undefined> {
  const [row] = await db<GroupRow[]>`
    SELECT ${columns(db)} FROM scim_groups g WHERE g.id = ${id} AND g.organization_id = ${organizationId}`;
  return row;
}

/** Oldest first. */
export async function listGroups(
  db: Db,
  organizationId: string,
  conditions: readonly Condition[],
  { offset, limit }: Slice,
): Promise<Page<GroupRow>> {
  const wanted = conditions.map((condition) => db`AND ${matching(db, condition)}`);
  // An empty list would be a parameter.
  const narrowed = wanted.length > 0 ? wanted : db``;
  const from = db`FROM scim_groups g WHERE g.organization_id = ${organizationId} ${narrowed}`;
  const [counted] = await db<{ total: number }[]>`SELECT count(*)::int AS total ${from}`;
  const total = counted?.total ?? 0;
  if (limit === 0 || total === 0) return { total, rows: [] };
  const rows = await db<GroupRow[]>`
    SELECT ${columns(db)} ${from} ORDER BY g.created_at, g.id LIMIT ${limit} OFFSET ${offset}`;
  return { total, rows };
}

function matching(db: Db, { attribute, value }: Condition): Fragment {
  if (attribute === 'id') return db`g.id::text = ${value}`;
  if (attribute === 'externalId') return db`g.external_id = ${value}`;
  return db`lower(g.display_name) = lower(${String(value)})`;
}

/** The members of groups that are in reach, in the order of their ids. */
export function findMembers(
  db: Db,
  { organizationId, domains }: Reach,
  groupIds: string[],
): Promise<GroupMember[]> {
  return db<GroupMember[]>`
    SELECT gm.group_id, u.id, l.display_name, l.user_name, ${namesIn(db)}
      FROM scim_group_members gm JOIN users u ON u.id = gm.user_id
      LEFT JOIN scim_links l ON l.organization_id = ${organizationId} AND l.user_id = u.id
      LEFT JOIN organization_members m ON m.organization_id = ${organizationId} AND m.user_id = u.id
     WHERE gm.group_id = ANY (${groupIds}::uuid[])
       AND (l.user_id IS NOT NULL OR (m.user_id IS NOT NULL AND domain_of(u.email) = ANY (${domains})))
     ORDER BY u.id`;
}

/** Whether another group has this name, in any case of letters. Exact while the organization is locked. */
export async function isGroupNameTaken(
  tx: Db,
  organizationId: string,
  { displayName, exceptId }: { displayName: string; exceptId: string | null },
): Promise<boolean> {
  const rows = await tx`
    SELECT 1 FROM scim_groups WHERE organization_id = ${organizationId} AND lower(display_name) = lower(${displayName})
       AND id IS DISTINCT FROM ${exceptId}`;
  return rows.length > 0;
}

type NewGroup = Pick<GroupRow, 'id' | 'organizationId' | 'displayName' | 'externalId'> & { now: Date };

export async function insertGroup(tx: Db, group: NewGroup): Promise<GroupRow> {
  const { id, organizationId, displayName, externalId, now } = group;
  await tx`
    INSERT INTO scim_groups (id, organization_id, display_name, external_id, created_at, updated_at)
    VALUES (${id}, ${organizationId}, ${displayName}, ${externalId}, ${now}, ${now})`;
  return { id, organizationId, displayName, externalId, role: null, createdAt: now, updatedAt: now };
}

export async function updateGroup(tx: Db, group: GroupRow): Promise<void> {
  const { id, displayName, externalId, updatedAt } = group;
  await tx`
    UPDATE scim_groups SET display_name = ${displayName}, external_id = ${externalId}, updated_at = ${updatedAt}
     WHERE id = ${id}`;
}

/** Returns those who were in it. */
export async function deleteGroup(tx: Db, id: string): Promise<string[]> {
  const members = await tx<{ userId: string }[]>`
    DELETE FROM scim_group_members WHERE group_id = ${id} RETURNING user_id`;
  await tx`DELETE FROM scim_groups WHERE id = ${id}`;
  return members.map(({ userId }) => userId);
}

/** Returns those who weren't in it before. */
export async function addMembers(tx: Db, groupId: string, userIds: string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await tx<{ userId: string }[]>`
    INSERT INTO scim_group_members (group_id, user_id) SELECT ${groupId}, id FROM unnest(${userIds}::uuid[]) AS added (id)
    ON CONFLICT DO NOTHING RETURNING user_id`;
  return rows.map(({ userId }) => userId);
}

/** Takes these members out, or all but these. Returns those who were in it. */
export async function removeMembers(
  tx: Db,
  groupId: string,
  which: { these: string[] } | { allBut: string[] },
): Promise<string[]> {
  const matches =
    'these' in which
      ? tx`user_id = ANY (${which.these}::uuid[])`
      : tx`user_id <> ALL (${which.allBut}::uuid[])`;
  const rows = await tx<{ userId: string }[]>`
    DELETE FROM scim_group_members WHERE group_id = ${groupId} AND ${matches} RETURNING user_id`;
  return rows.map(({ userId }) => userId);
}

type MappedGroup = Pick<GroupRow, 'id' | 'displayName' | 'role'> & { memberCount: number; roles: string[] };

const mappedColumns = (db: Db) => db`
  g.id, g.display_name, g.role, ${db.unsafe(keysOf('g.role_ids'))} AS roles,
  (SELECT count(*)::int FROM scim_group_members gm WHERE gm.group_id = g.id) AS member_count`;

/** Oldest first, as the organization's administrators see them. */
export function listMappedGroups(db: Db, organizationId: string): Promise<MappedGroup[]> {
  return db<MappedGroup[]>`
    SELECT ${mappedColumns(db)} FROM scim_groups g WHERE g.organization_id = ${organizationId}
     ORDER BY g.created_at, g.id`;
}

export async function findMappedGroup(
  db: Db,
  organizationId: string,
  id: string,
): Promise<MappedGroup | undefined> {
  const [row] = await db<MappedGroup[]>`
    SELECT ${mappedColumns(db)} FROM scim_groups g WHERE g.organization_id = ${organizationId} AND g.id = ${id}`;
  return row;
}

/** Its members hold these from now on. */
export async function setGroupRoles(
  tx: Db,
  { id, roleIds, now }: { id: string; roleIds: readonly string[]; now: Date },
): Promise<void> {
  await tx`UPDATE scim_groups SET role_ids = ${[...roleIds]}::uuid[], updated_at = ${now} WHERE id = ${id}`;
}

/** Returns those who are in it. */
export async function setGroupRole(
  tx: Db,
  { id, role, now }: { id: string; role: 'ADMIN' | null; now: Date },
): Promise<string[]> {
  await tx`UPDATE scim_groups SET role = ${role}, updated_at = ${now} WHERE id = ${id}`;
  const rows = await tx<{ userId: string }[]>`SELECT user_id FROM scim_group_members WHERE group_id = ${id}`;
  return rows.map(({ userId }) => userId);
}
