import { locks } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/sql.ts';
import { organizationRole, type UserRow } from './user-store.ts';

/**
 * Held until the transaction ends. Anything that changes roles, who holds them, or who is an active ADMIN
 * takes it before any other lock: such changes take turns, so two of them can't close a cycle or leave no
 * ADMIN.
 */
export async function lockPrivileges(tx: Db): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(${locks.privileges})`;
}

/**
 * Whether a row of `user_roles ur` counts: where it was given, or everywhere if the role (`roles r`) sees everyone. The
 * row ends with the membership (`end_roles_of_membership`).
 */
export const roleCounts = `(ur.organization_id = u.organization_id OR 'users:read' = ANY (r.effective_permissions))`;

/** The same while the request is about this organization: a role that was given in the default counts there only. */
export const roleCountsIn = (organizationId: string) => `(
  ur.organization_id = u.organization_id AND ur.organization_id = ${organizationId}
  OR 'users:read' = ANY (r.effective_permissions))`;

/** Everything the roles of a row of `users u` that count permit, including inherited permissions. */
export function permissionsOf(db: Db) {
  return permissionsIf(db, roleCounts);
}

/** The same while the request is about this organization, an SQL expression. */
export function permissionsIn(db: Db, organizationId: string) {
  return permissionsIf(db, roleCountsIn(organizationId));
}

function permissionsIf(db: Db, counts: string) {
  return db`
    ARRAY(
      SELECT unnest(r.effective_permissions) FROM roles r WHERE r.name = 'ROLE_' || u.role
      UNION
      SELECT unnest(r.effective_permissions) FROM user_roles ur JOIN roles r ON r.id = ur.role_id
       WHERE ur.user_id = u.id AND ${db.unsafe(counts)})`;
}

export function heldPermissions(db: Db) {
  return db`${permissionsOf(db)} AS permissions`;
}

type Standing = {
  user: Pick<UserRow, 'id' | 'organizationId' | 'organizationRole' | 'isActive'>;
  permissions: string[];
};

/** Users with what their roles permit right now. */
export async function findStandings(db: Db, ids: readonly string[]): Promise<Map<string, Standing>> {
  const rows = await db<(Standing['user'] & { permissions: string[] })[]>`
    SELECT u.id, u.organization_id, ${organizationRole(db)}, u.is_active, ${heldPermissions(db)}
      FROM users u WHERE u.id = ANY (${[...ids]}::uuid[])`;
  return new Map(rows.map(({ permissions, ...user }) => [user.id, { user, permissions }]));
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
