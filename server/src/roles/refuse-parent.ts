import type { Context } from '../caller/caller.ts';
import { reaches } from '../caller/policy.ts';
import type { Db } from '../db/sql.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { permittedBy } from './permitted-by.ts';
import { findRole, type RoleFields, type RoleRow } from './store.ts';

/** The parent a role is to have. None is fine; one that does not exist, or permits more than the caller may, is not. */
export async function refuseParent(
  { caller }: Context,
  tx: Db,
  role: RoleFields,
): Promise<Refusal<'VALIDATION_FAILED' | 'PERMISSION_DENIED'> | undefined> {
  const parent = role.parentId === null ? undefined : await findParent(tx, role.parentId);
  if (isRefusal(parent)) return parent;
  const permitted = [...role.permissions, ...(parent ? permittedBy(parent) : [])];
  return reaches(caller, permitted) ? undefined : refuse('PERMISSION_DENIED');
}

async function findParent(tx: Db, id: string): Promise<RoleRow | Refusal<'VALIDATION_FAILED'>> {
  const parent = await findRole(tx, id);
  return parent ?? refuse('VALIDATION_FAILED', { details: { parentId: ['There is no such role.'] } });
}
