import type { Role } from '@latchkey/contract';

export type PlacedRole = Role & { depth: number };

/** Roots first, each followed by the roles that inherit from it. */
export function treeOf(roles: readonly Role[], parentId: string | null = null, depth = 0): PlacedRole[] {
  return roles
    .filter((role) => role.parentId === parentId)
    .flatMap((role) => [{ ...role, depth }, ...treeOf(roles, role.id, depth + 1)]);
}

/** The permissions it has only through its ancestors. */
export function inheritedOnly({ permissions, inheritedPermissions }: Role): string[] {
  return inheritedPermissions.filter((permission) => !permissions.includes(permission));
}
