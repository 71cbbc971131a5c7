import type { Db } from '../db/sql.ts';
import type { Scope } from './scope.ts';

export type Keeper = { id: string; email: string; firstName: string | null; emailVerifiedAt: Date | null };

/** Who looks after endpoints: the service's ADMINs, or those of the organization. Those there longest come first. */
export function findKeepers(db: Db, scope: Scope): Promise<Keeper[]> {
  const keepers =
    scope.of === 'system'
      ? db`role = 'ADMIN'`
      : db`organization_id = ${scope.id} AND organization_role IN ('OWNER', 'ADMIN')`;
  return db<Keeper[]>`
    SELECT id, email, first_name, email_verified_at FROM users
     WHERE ${keepers} AND is_active ORDER BY created_at, id LIMIT 20`;
}
