import type { Caller } from '../caller/caller.ts';
import { reaches } from '../caller/policy.ts';
import type { Db } from '../db/sql.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { findRole, type RoleFields, type RoleRow } from './store.ts';

/** A role as it is asked for. What is not sent stays as it is. */
export type RoleInput = {
  name?: string | undefined;
  description?: string | null | undefined;
  parentId?: string | null | undefined;
  permissions?: string[] | undefined;
};

export function merged(input: RoleInput, before: RoleFields): RoleFields {
  const { name = before.name, parentId = before.parentId, permissions = before.permissions } = input;
  const description = input.description === undefined ? before.description : (input.description ?? '');
  return { name, description, parentId, permissions: [...new Set(permissions)] };
}

/** The parent a role is to have. None is fine; one that is not there, or permits more than the caller may, is not. */
export async function refuseParent(
  tx: Db,
  caller: Caller,
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

export function permittedBy(role: RoleRow): string[] {
  return [...role.permissions, ...role.inheritedPermissions];
}
