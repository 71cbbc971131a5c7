import type { Db } from '../db/sql.ts';

// Any constant would do; every node must use the same one.
const lockId = 7_236_491_056;

/**
 * Held until the transaction ends. Anything that changes roles, who holds them, or who is an active ADMIN
 * takes it before any other lock: such changes take turns, so two of them can't close a cycle or leave no
 * ADMIN.
 */
export async function lockPrivileges(tx: Db): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(${lockId})`;
}

/** Everything the roles of a row of `users u` permit, including inherited permissions. */
export function heldPermissions(db: Db) {
  return db`
    ARRAY(
      SELECT unnest(r.effective_permissions) FROM roles r WHERE r.name = 'ROLE_' || u.role
      UNION
      SELECT unnest(r.effective_permissions) FROM user_roles ur JOIN roles r ON r.id = ur.role_id
       WHERE ur.user_id = u.id) AS permissions`;
}

export async function findPermissions(
  db: Db,
  userId: string,
  { ifActive = false }: { ifActive?: boolean } = {},
): Promise<string[]> {
  const [row] = await db<{ permissions: string[] }[]>`
    SELECT ${heldPermissions(db)} FROM users u WHERE u.id = ${userId} AND (u.is_active OR ${!ifActive})`;
  return row?.permissions ?? [];
}

/** Everything the named roles permit, including inherited permissions. */
export async function findRolePermissions(db: Db, names: string[]): Promise<string[]> {
  const rows = await db<{ permission: string }[]>`
    SELECT DISTINCT unnest(r.effective_permissions) AS permission FROM roles r WHERE r.name = ANY (${names})`;
  return rows.map((row) => row.permission);
}
