import { type OrganizationRole, type SystemRole, systemRoles } from '@latchkey/contract';
import type { Db } from '../db/sql.ts';

/** An account's organization, its rank there, and its roles. */
export type Standing = {
  organizationId: string | null;
  organizationRole: OrganizationRole;
  role: SystemRole;
  roleIds: string[];
};

/** The current standing of a user, as an expression. */
export function standingOf(db: Db, userId: string) {
  return db`(
    SELECT jsonb_build_object('organizationId', u.organization_id, 'organizationRole', u.organization_role, 'role', u.role,
                              'roleIds', ARRAY(SELECT role_id FROM user_roles WHERE user_id = u.id))
      FROM users u WHERE u.id = ${userId})`;
}

/** Takes away roles gained since, except from the last active ADMIN. Needs privileges to be locked. */
export async function lowerRoles(
  tx: Db,
  userId: string,
  { role, roleIds }: Standing,
  now: Date,
): Promise<void> {
  const higher = systemRoles.slice(systemRoles.indexOf(role) + 1);
  await tx`DELETE FROM user_roles WHERE user_id = ${userId} AND role_id <> ALL (${roleIds}::uuid[])`;
  await tx`
    UPDATE users u SET role = ${role}, updated_at = ${now}
     WHERE id = ${userId} AND role = ANY (${higher}) AND (role <> 'ADMIN' OR EXISTS (
             SELECT 1 FROM users o WHERE o.role = 'ADMIN' AND o.is_active AND o.id <> u.id))`;
}
