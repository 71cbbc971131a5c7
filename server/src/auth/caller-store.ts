import type { Db } from '../db/sql.ts';
import type { UserRow } from '../users/store.ts';

type CallerRow = UserRow & {
  organizationName: string | null;
  organizationSlug: string | null;
  permissions: string[];
  rememberSeries: string | null;
};

/**
 * The hot path: one prepared statement, one round trip, no cache. Inherited permissions are walked here, so that a
 * changed role counts on the next request.
 */
export async function findSessionCaller(
  db: Db,
  sessionId: string,
  now: Date,
): Promise<CallerRow | undefined> {
  const [row] = await db<CallerRow[]>`
    SELECT u.id, u.email, u.username, u.first_name, u.last_name, u.role, u.is_active, u.email_verified_at,
           u.last_login_at, u.created_at, u.updated_at, u.organization_id, u.organization_role, u.two_factor_enabled,
           o.name AS organization_name, o.slug AS organization_slug, s.remember_series,
           (SELECT a.locked_until FROM login_attempts a
             WHERE a.email_hash = sha256(convert_to(u.email, 'UTF8')) AND a.locked_until > ${now}) AS locked_until,
           ARRAY(
             WITH RECURSIVE held (id) AS (
               (SELECT r.id FROM roles r WHERE r.name = 'ROLE_' || u.role
                UNION SELECT ur.role_id FROM user_roles ur WHERE ur.user_id = u.id)
               UNION SELECT r.parent_id FROM roles r JOIN held h ON r.id = h.id WHERE r.parent_id IS NOT NULL)
             SELECT DISTINCT unnest(r.permissions) FROM roles r JOIN held h ON r.id = h.id) AS permissions
      FROM sessions s
      JOIN users u ON u.id = s.user_id
      LEFT JOIN organizations o ON o.id = u.organization_id
     WHERE s.id = ${sessionId} AND s.expires_at > ${now} AND u.is_active`;
  return row;
}

export async function findPermissions(db: Db, userId: string): Promise<string[]> {
  const rows = await db<{ permission: string }[]>`
    WITH RECURSIVE held (id) AS (
      (SELECT r.id FROM roles r JOIN users u ON r.name = 'ROLE_' || u.role WHERE u.id = ${userId}
       UNION SELECT ur.role_id FROM user_roles ur WHERE ur.user_id = ${userId})
      UNION SELECT r.parent_id FROM roles r JOIN held h ON r.id = h.id WHERE r.parent_id IS NOT NULL)
    SELECT DISTINCT unnest(r.permissions) AS permission FROM roles r JOIN held h ON r.id = h.id`;
  return rows.map((row) => row.permission);
}
