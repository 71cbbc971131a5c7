import type { Db } from '../../platform/db/sql.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { findRoleIds } from '../accounts/team-role-store.ts';

/** The ids of roles by their keys, which the organization must have. */
export async function resolveRoles(
  tx: Db,
  organizationId: string,
  keys: readonly string[],
): Promise<string[] | Refusal<'VALIDATION_FAILED'>> {
  if (keys.length === 0) return [];
  const ids = await findRoleIds(tx, organizationId, keys);
  const unknown = keys.filter((key) => !ids.has(key));
  if (unknown.length === 0) return [...ids.values()];
  return refuse('VALIDATION_FAILED', {
    details: { roles: unknown.map((key) => `There is no role ${key}.`) },
  });
}
