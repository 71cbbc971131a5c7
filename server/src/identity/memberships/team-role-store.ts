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
