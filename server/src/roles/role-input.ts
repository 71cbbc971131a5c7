import type { RoleFields } from './store.ts';

/** A role as it is asked for. What is not sent stays as it is. */
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
