import type { Db } from '../db/sql.ts';

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

/** Columns of `roles r`. A system role is held by its users' `role`, any role as a further one; nobody counts twice. */
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

/** Whether `ancestorId` is the role itself or one it inherits from, however far up. */
export async function inheritsFrom(db: Db, id: string, ancestorId: string): Promise<boolean> {
  const rows = await db`
    WITH RECURSIVE line (id) AS (
      SELECT ${id}::uuid UNION SELECT r.parent_id FROM roles r JOIN line l ON r.id = l.id)
    SELECT 1 FROM line WHERE id = ${ancestorId}`;
  return rows.length > 0;
}

/** Whether anybody but this user and members of their organization holds the role, or one that inherits from it. */
export async function isHeldBeyond(
  db: Db,
  id: string,
  user: { id: string; organizationId: string | null },
): Promise<boolean> {
  const rows = await db`
    WITH RECURSIVE line (id, name) AS (
      SELECT r.id, r.name FROM roles r WHERE r.id = ${id}
      UNION SELECT r.id, r.name FROM roles r JOIN line l ON r.parent_id = l.id)
    SELECT 1 FROM users u
     WHERE u.id <> ${user.id} AND (u.organization_id = ${user.organizationId}) IS NOT TRUE
       AND ('ROLE_' || u.role IN (SELECT name FROM line)
            OR EXISTS (SELECT 1 FROM user_roles ur JOIN line l ON l.id = ur.role_id WHERE ur.user_id = u.id))
     LIMIT 1`;
  return rows.length > 0;
}

/** False when somebody holds it or a role inherits from it: then nothing was deleted. */
export async function deleteUnused(db: Db, id: string): Promise<boolean> {
  const rows = await db`
    DELETE FROM roles r WHERE r.id = ${id}
       AND NOT EXISTS (SELECT 1 FROM user_roles ur WHERE ur.role_id = r.id)
       AND NOT EXISTS (SELECT 1 FROM roles c WHERE c.parent_id = r.id)
    RETURNING r.id`;
  return rows.length === 1;
}
