import type { Db } from '../db/sql.ts';

/** The further roles of a user, by name. */
export async function findUserRoles(db: Db, userId: string): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    SELECT r.name FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = ${userId} ORDER BY r.name`;
  return rows.map((row) => row.name);
}

export async function findRoleIds(db: Db, names: string[]): Promise<Map<string, string>> {
  const rows = await db<{ id: string; name: string }[]>`
    SELECT id, name FROM roles WHERE name = ANY (${names})`;
  return new Map(rows.map(({ id, name }) => [name, id]));
}

export async function replaceUserRoles(db: Db, userId: string, roleIds: string[]): Promise<void> {
  await db`DELETE FROM user_roles WHERE user_id = ${userId} AND role_id <> ALL (${roleIds}::uuid[])`;
  await db`
    INSERT INTO user_roles (user_id, role_id) SELECT ${userId}, unnest(${roleIds}::uuid[]) ON CONFLICT DO NOTHING`;
}
