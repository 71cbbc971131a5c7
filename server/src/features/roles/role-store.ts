import { permissionsOf } from '../../identity/accounts/permission-store.ts';
import type { Db } from '../../platform/db/sql.ts';

export type RoleRow = {
  id: string;
  name: string;
  description: string;
  parentId: string | null;
  isSystem: boolean;
  permissions: string[];
  inheritedPermissions: string[];
  userCount: number;
  createdAt: Date;
  updatedAt: Date;
};
export type RoleFields = Pick<RoleRow, 'name' | 'description' | 'parentId' | 'permissions'>;

/**
 * Columns of `roles r`. A system role is held by its users' `role`, any role as a further one; each user counts once.
 */
function roleColumns(db: Db) {
  return db`
    r.id, r.name, r.description, r.parent_id, r.is_system, r.permissions, r.created_at, r.updated_at,
    ARRAY(SELECT unnest(p.effective_permissions) FROM roles p WHERE p.id = r.parent_id) AS inherited_permissions,
    (CASE r.name
       WHEN 'ROLE_ADMIN' THEN (SELECT count(*) FROM users WHERE role = 'ADMIN')
       WHEN 'ROLE_MODERATOR' THEN (SELECT count(*) FROM users WHERE role = 'MODERATOR')
       WHEN 'ROLE_USER' THEN (SELECT count(*) FROM users) - (SELECT count(*) FROM users WHERE role <> 'USER')
       ELSE 0 END
     + (SELECT count(*) FROM user_roles ur JOIN users u ON u.id = ur.user_id
         WHERE ur.role_id = r.id AND r.name <> 'ROLE_' || u.role))::int AS user_count`;
}

/** The system roles first, then in the order they were created. */
export async function findRoles(db: Db): Promise<RoleRow[]> {
  return db<RoleRow[]>`SELECT ${roleColumns(db)} FROM roles r ORDER BY r.is_system DESC, r.id`;
}

export async function findRole(db: Db, id: string): Promise<RoleRow | undefined> {
  const [row] = await db<RoleRow[]>`SELECT ${roleColumns(db)} FROM roles r WHERE r.id = ${id}`;
  return row;
}

/** False when the name is taken. */
export async function insertRole(db: Db, id: string, role: RoleFields, now: Date): Promise<boolean> {
  const { name, description, parentId, permissions } = role;
  const rows = await db`
    INSERT INTO roles (id, name, description, parent_id, permissions, created_at, updated_at)
    VALUES (${id}, ${name}, ${description}, ${parentId}, ${permissions}, ${now}, ${now})
    ON CONFLICT (name) DO NOTHING RETURNING id`;
  return rows.length === 1;
}

export async function isNameTaken(db: Db, name: string, exceptId: string): Promise<boolean> {
  const rows = await db`SELECT 1 FROM roles WHERE name = ${name} AND id <> ${exceptId}`;
  return rows.length > 0;
}

export async function saveRole(db: Db, id: string, role: RoleFields, now: Date): Promise<void> {
  const { name, description, parentId, permissions } = role;
  await db`
    UPDATE roles SET name = ${name}, description = ${description}, parent_id = ${parentId},
           permissions = ${permissions}, updated_at = ${now}
     WHERE id = ${id}`;
}

/** Those of the permissions that a role lists itself. */
export async function findListed(db: Db, permissions: readonly string[]): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    SELECT DISTINCT p.name FROM roles r, unnest(r.permissions) AS p (name)
     WHERE r.permissions && ${[...permissions]}::text[] AND p.name = ANY (${[...permissions]}) ORDER BY p.name`;
  return rows.map(({ name }) => name);
}

/** Whether `ancestorId` is the role itself or one it inherits from, however far up. */
export async function inheritsFrom(db: Db, id: string, ancestorId: string): Promise<boolean> {
  const rows = await db`
    WITH RECURSIVE line (id) AS (
      SELECT ${id}::uuid UNION SELECT r.parent_id FROM roles r JOIN line l ON r.id = l.id)
    SELECT 1 FROM line WHERE id = ${ancestorId}`;
  return rows.length > 0;
}

/**
 * Whether the role, or one that inherits from it, is held by any user except members of this organization of these
 * ranks who have none of the permissions in `lacked`.
 */
export async function isHeldBeyond(
  db: Db,
  id: string,
  { organizationId, ranks, lacked }: { organizationId: string | null; ranks: string[]; lacked: string[] },
): Promise<boolean> {
  const rows = await db`
    WITH RECURSIVE line (id, name) AS (
      SELECT r.id, r.name FROM roles r WHERE r.id = ${id}
      UNION SELECT r.id, r.name FROM roles r JOIN line l ON r.parent_id = l.id)
    SELECT 1 FROM users u
     WHERE ('ROLE_' || u.role IN (SELECT name FROM line)
            OR EXISTS (SELECT 1 FROM user_roles ur JOIN line l ON l.id = ur.role_id WHERE ur.user_id = u.id))
       AND (EXISTS (SELECT 1 FROM organization_members m
                     WHERE m.organization_id = ${organizationId} AND m.user_id = u.id AND m.role = ANY (${ranks}))
            AND NOT EXISTS (SELECT 1 FROM organization_members x
                             WHERE x.user_id = u.id AND x.organization_id <> ${organizationId})
            AND NOT ${permissionsOf(db)} && ${lacked}::text[]) IS NOT TRUE
     LIMIT 1`;
  return rows.length > 0;
}

/** False when a user holds it or a role inherits from it: then nothing was deleted. */
export async function deleteUnused(db: Db, id: string): Promise<boolean> {
  const rows = await db`
    DELETE FROM roles r WHERE r.id = ${id}
       AND NOT EXISTS (SELECT 1 FROM user_roles ur WHERE ur.role_id = r.id)
       AND NOT EXISTS (SELECT 1 FROM roles c WHERE c.parent_id = r.id)
    RETURNING r.id`;
  return rows.length === 1;
}

/** The further roles of a user, by name. `isPlaced`: giving it again would change nothing about where it counts. */
export async function findUserRoles(
  db: Db,
  userId: string,
  organizationId: string | null = null,
): Promise<{ name: string; isPlaced: boolean }[]> {
  return db<{ name: string; isPlaced: boolean }[]>`
    SELECT r.name, ur.organization_id IS NOT DISTINCT FROM ${organizationId} AS is_placed
      FROM user_roles ur JOIN roles r ON r.id = ur.role_id
     WHERE ur.user_id = ${userId} ORDER BY r.name`;
}

export async function findRoleIds(db: Db, names: string[]): Promise<Map<string, string>> {
  const rows = await db<{ id: string; name: string }[]>`
    SELECT id, name FROM roles WHERE name = ANY (${names})`;
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** They count in this organization. */
export async function replaceUserRoles(
  db: Db,
  userId: string,
  roleIds: string[],
  organizationId: string | null,
): Promise<void> {
  await db`DELETE FROM user_roles WHERE user_id = ${userId} AND role_id <> ALL (${roleIds}::uuid[])`;
  await db`
    INSERT INTO user_roles (user_id, role_id, organization_id)
    SELECT ${userId}, unnest(${roleIds}::uuid[]), ${organizationId}
    ON CONFLICT (user_id, role_id) DO UPDATE SET organization_id = EXCLUDED.organization_id
     WHERE user_roles.organization_id IS DISTINCT FROM EXCLUDED.organization_id`;
}
