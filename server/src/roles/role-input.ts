import type { RoleFields } from './store.ts';

/** A role as requested. Fields that are not sent stay as they are. */
export type RoleInput = {
  name?: string | undefined;
  description?: string | null | undefined;
  parentId?: string | null | undefined;
  permissions?: string[] | undefined;
};

export function mergeInput(input: RoleInput, before: RoleFields): RoleFields {
  const { name = before.name, parentId = before.parentId, permissions = before.permissions } = input;
  const description = input.description === undefined ? before.description : (input.description ?? '');
  return { name, description, parentId, permissions: [...new Set(permissions)] };
}
