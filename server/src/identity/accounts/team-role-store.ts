import type { RoleSource } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';

/** Null: a template, which every organization has. */
export type RoleOwner = string | null;

export type TeamRoleRow = {
  id: string;
  organizationId: RoleOwner;
  key: string;
  name: string;
  description: string;
  permissions: string[];
  isDefault: boolean;
  createdAt: Date;
  updatedAt: Date;
};

const columns = (db: Db) =>
  db`id, organization_id, key, name, description, permissions, is_default, created_at, updated_at`;

const of = (db: Db, owner: RoleOwner) => db`organization_id IS NOT DISTINCT FROM ${owner}`;

/** An organization's own and the templates, or only these. */
const seenBy = (db: Db, owner: RoleOwner) => db`(organization_id IS NULL OR organization_id = ${owner})`;

export function findTeamRoles(db: Db, owner: RoleOwner): Promise<TeamRoleRow[]> {
  return db<TeamRoleRow[]>`
    SELECT ${columns(db)} FROM organization_roles WHERE ${seenBy(db, owner)}
     ORDER BY organization_id NULLS FIRST, created_at, id`;
}

export async function findTeamRole(db: Db, owner: RoleOwner, id: string): Promise<TeamRoleRow | undefined> {
  const [row] = await db<TeamRoleRow[]>`
    SELECT ${columns(db)} FROM organization_roles WHERE id = ${id} AND ${seenBy(db, owner)}`;
  return row;
}

/** Only the owner's own. */
export async function lockTeamRole(tx: Db, owner: RoleOwner, id: string): Promise<TeamRoleRow | undefined> {
  const [row] = await tx<TeamRoleRow[]>`
    SELECT ${columns(tx)} FROM organization_roles WHERE id = ${id} AND ${of(tx, owner)} FOR UPDATE`;
  return row;
}

export async function isKeyTaken(tx: Db, owner: RoleOwner, key: string): Promise<boolean> {
  const rows = await tx`SELECT 1 FROM organization_roles WHERE key = ${key} AND ${of(tx, owner)}`;
  return rows.length > 0;
}

/** False past the limit. The caller holds the lock on the organization, or on privileges. */
export async function insertTeamRole(tx: Db, role: TeamRoleRow, limit: number): Promise<boolean> {
  const rows = await tx`
    INSERT INTO organization_roles (${columns(tx)})
    SELECT ${role.id}, ${role.organizationId}, ${role.key}, ${role.name}, ${role.description}, ${role.permissions},
           ${role.isDefault}, ${role.createdAt}, ${role.updatedAt}
     WHERE (SELECT count(*) FROM organization_roles WHERE ${of(tx, role.organizationId)}) < ${limit}
    RETURNING id`;
  return rows.length === 1;
}

export async function saveTeamRole(tx: Db, role: TeamRoleRow): Promise<void> {
  await tx`
    UPDATE organization_roles
       SET name = ${role.name}, description = ${role.description}, permissions = ${role.permissions},
           is_default = ${role.isDefault}, updated_at = ${role.updatedAt}
     WHERE id = ${role.id}`;
}

/** What refers to it has its id, which stands for nothing from now on. */
export async function removeTeamRole(tx: Db, id: string): Promise<void> {
  await tx`DELETE FROM organization_roles WHERE id = ${id}`;
}

export type Catalog = { names: string[]; descriptions: string[] };

export async function findCatalog(db: Db): Promise<Catalog> {
  return catalogIn(await db<Catalog[]>`SELECT names, descriptions FROM organization_permissions`);
}

/** Until the transaction ends, the catalog stays as it is. Take it after the organization, and before a role. */
export async function holdCatalog(tx: Db): Promise<Catalog> {
  return catalogIn(await tx<Catalog[]>`SELECT names, descriptions FROM organization_permissions FOR SHARE`);
}

/** The same for a change. */
export async function lockCatalog(tx: Db): Promise<Catalog> {
  return catalogIn(await tx<Catalog[]>`SELECT names, descriptions FROM organization_permissions FOR UPDATE`);
}

function catalogIn([catalog]: Catalog[]): Catalog {
  if (!catalog) throw new Error('the catalog has no row');
  return catalog;
}

export async function saveCatalog(tx: Db, { names, descriptions }: Catalog): Promise<void> {
  await tx`UPDATE organization_permissions SET names = ${names}, descriptions = ${descriptions}`;
}

/** Takes permissions from every role of every organization. */
export async function takeFromTeamRoles(tx: Db, names: string[], now: Date): Promise<void> {
  await tx`
    UPDATE organization_roles SET updated_at = ${now}, permissions = ARRAY(
             SELECT p FROM unnest(permissions) AS p WHERE p <> ALL (${names}) ORDER BY p COLLATE "C")
     WHERE permissions && ${names}::text[]`;
}

/** The keys of roles by their ids, an SQL expression. Ids of roles that are gone have none. */
export const keysOf = (ids: string) =>
  `ARRAY(SELECT r.key FROM organization_roles r WHERE r.id = ANY (${ids}) ORDER BY r.key COLLATE "C")`;

/** The roles of an organization that have these keys. */
export async function findRoleIds(
  db: Db,
  organizationId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db<{ id: string; key: string }[]>`
    SELECT id, key FROM organization_roles WHERE key = ANY (${[...keys]}) AND ${seenBy(db, organizationId)}`;
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/**
 * The roles that `users u` hold in an organization, an SQL expression, besides those that every member has: their ids, and
 * where each comes from.
 */
export const rolesHeldIn = (organizationId: string) => `
  SELECT unnest(y.role_ids) AS id, 'given' AS source FROM organization_members y
   WHERE y.user_id = u.id AND y.organization_id = ${organizationId}
  UNION ALL
  SELECT unnest(g.role_ids), 'group' FROM scim_group_members gm JOIN scim_groups g ON g.id = gm.group_id
   WHERE gm.user_id = u.id AND g.organization_id = ${organizationId}
  UNION ALL
  SELECT unnest(l.role_ids), 'connection' FROM sso_links l JOIN sso_connections x ON x.id = l.connection_id
   WHERE l.user_id = u.id AND x.organization_id = ${organizationId} AND x.enabled`;

/** Every role that counts for a member, by key, with what it permits. */
export function findCountingRoles(
  db: Db,
  organizationId: string,
  userId: string,
): Promise<{ key: string; permissions: string[]; from: RoleSource[] }[]> {
  return db<{ key: string; permissions: string[]; from: RoleSource[] }[]>`
    SELECT r.key, r.permissions, array_agg(DISTINCT h.source) AS "from"
      FROM organization_members m JOIN users u ON u.id = m.user_id
     CROSS JOIN LATERAL (
           ${db.unsafe(rolesHeldIn('m.organization_id'))}
           UNION ALL SELECT d.id, 'default' FROM organization_roles d WHERE d.is_default) AS h
      JOIN organization_roles r ON r.id = h.id AND (r.organization_id IS NULL OR r.organization_id = m.organization_id)
     WHERE m.organization_id = ${organizationId} AND m.user_id = ${userId}
     GROUP BY r.id ORDER BY r.key COLLATE "C"`;
}

/** The caller holds the organization. */
export async function saveGivenRoles(
  tx: Db,
  { organizationId, userId, roleIds }: { organizationId: string; userId: string; roleIds: readonly string[] },
): Promise<void> {
  await tx`
    UPDATE organization_members SET role_ids = ${[...roleIds]}::uuid[]
     WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
}

/** The keys of the roles that a person was given, by organization. */
export async function findGivenRoles(db: Db, userId: string): Promise<Map<string, string[]>> {
  const rows = await db<{ organizationId: string; keys: string[] }[]>`
    SELECT m.organization_id, ${db.unsafe(keysOf('m.role_ids'))} AS keys FROM organization_members m
     WHERE m.user_id = ${userId}`;
  return new Map(rows.map(({ organizationId, keys }) => [organizationId, keys]));
}
