import type { Db } from '../db/sql.ts';

// Any constant would do; every node must use the same one.
const lockId = 7_236_491_056;

/**
 * Held until the transaction ends. Whoever changes roles, who holds them, or who is an active ADMIN takes it before any
 * other lock: such changes take turns, so that two of them cannot close a cycle or leave nobody in charge.
 */
export async function lockPrivileges(tx: Db): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(${lockId})`;
}

/** All that the roles of a row of `users u` permit, inherited permissions included. */
export function heldPermissions(db: Db) {
  return db`
    ARRAY(
      SELECT unnest(r.effective_permissions) FROM roles r WHERE r.name = 'ROLE_' || u.role
      UNION
      SELECT unnest(r.effective_permissions) FROM user_roles ur JOIN roles r ON r.id = ur.role_id
       WHERE ur.user_id = u.id) AS permissions`;
}

export async function findPermissions(db: Db, userId: string): Promise<string[]> {
  const [row] = await db<{ permissions: string[] }[]>`
    SELECT ${heldPermissions(db)} FROM users u WHERE u.id = ${userId}`;
  return row?.permissions ?? [];
}

/** All that the named roles permit, inherited permissions included. */
export async function findRolePermissions(db: Db, names: string[]): Promise<string[]> {
  const rows = await db<{ permission: string }[]>`
    SELECT DISTINCT unnest(r.effective_permissions) AS permission FROM roles r WHERE r.name = ANY (${names})`;
  return rows.map((row) => row.permission);
}
