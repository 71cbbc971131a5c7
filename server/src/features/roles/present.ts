import type { Role } from '@latchkey/contract';
import type { RoleRow } from './role-store.ts';

export function presentRole(role: RoleRow): Role {
  return {
    id: role.id,
    name: role.name,
    description: role.description,
    parentId: role.parentId,
    isSystem: role.isSystem,
    permissions: role.permissions,
    inheritedPermissions: role.inheritedPermissions,
    userCount: role.userCount,
    createdAt: role.createdAt.toISOString(),
    updatedAt: role.updatedAt.toISOString(),
  };
}
