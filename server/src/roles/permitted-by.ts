import type { RoleRow } from './store.ts';

export function permittedBy(role: RoleRow): string[] {
  return [...role.permissions, ...role.inheritedPermissions];
}
