import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, MessageBody, name, PermissionName, Timestamp, text } from './fields.ts';
import { User } from './user-shapes.ts';

const RoleName = text(100).regex(
  /^ROLE_[A-Z][A-Z0-9_]+$/,
  'ROLE_ and at least two capital letters, digits or underscores, the first of them a letter.',
);

const Role = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    parentId: Id.nullable(),
    isSystem: z.boolean(),
    permissions: z.array(z.string()),
    inheritedPermissions: z.array(z.string()).describe('What the roles above it permit.'),
    userCount: z.number().int().describe('Users who hold the role itself.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Role' });
export type Role = z.infer<typeof Role>;

const RoleBody = z.object({ role: Role });

const roleFields = {
  name: RoleName,
  description: name(500, 0).nullable().optional(),
  parentId: Id.nullable().optional().describe('The role it inherits from.'),
  permissions: z.array(PermissionName).max(100, 'At most 100 permissions.').optional(),
};

export const listRoles = endpoint({
  method: 'GET',
  path: '/api/admin/roles',
  summary: 'List roles',
  access: { kind: 'permission', permission: 'roles:read' },
  responses: { 200: z.object({ roles: z.array(Role) }) },
});

export const createRole = endpoint({
  method: 'POST',
  path: '/api/admin/roles',
  summary: 'Create a role',
  access: { kind: 'permission', permission: 'roles:write' },
  changesAccess: [
    {
      what: 'role',
      proof: '`roles:write`; grants only those of our permissions that the caller holds',
      ends: 'nothing',
    },
  ],
  body: z.object(roleFields),
  responses: { 201: RoleBody },
  errors: ['ROLE_NAME_TAKEN', 'PERMISSION_NAME_TAKEN', 'PERMISSION_DENIED'],
});

export const getRole = endpoint({
  method: 'GET',
  path: '/api/admin/roles/:id',
  summary: 'Get a role',
  access: { kind: 'permission', permission: 'roles:read' },
  params: IdParams,
  responses: { 200: RoleBody },
});

export const updateRole = endpoint({
  method: 'PATCH',
  path: '/api/admin/roles/:id',
  summary: 'Change a role',
  description:
    'Fields you leave out stay as they are. The change applies to the next request of everyone who holds the role. ' +
    'On a system role, you can change only the description.',
  access: { kind: 'permission', permission: 'roles:write' },
  changesAccess: [
    {
      what: 'role',
      proof: '`roles:write`; grants only what the caller holds, and only to holders within reach',
      ends: 'nothing: applies to all holders on their next request',
    },
  ],
  params: IdParams,
  body: z.object({ ...roleFields, name: RoleName.optional() }),
  responses: { 200: RoleBody },
  errors: ['ROLE_NAME_TAKEN', 'PERMISSION_NAME_TAKEN', 'ROLE_CYCLE', 'SYSTEM_ROLE', 'PERMISSION_DENIED'],
});

export const deleteRole = endpoint({
  method: 'DELETE',
  path: '/api/admin/roles/:id',
  summary: 'Delete a role that no user holds and no role inherits from',
  access: { kind: 'permission', permission: 'roles:write' },
  changesAccess: [{ what: 'role', proof: '`roles:write`; only if no one holds it', ends: 'the role' }],
  params: IdParams,
  responses: { 200: MessageBody },
  errors: ['ROLE_IN_USE', 'SYSTEM_ROLE', 'PERMISSION_DENIED'],
});

const roleNames = z.array(z.string()).describe('Names of roles, in addition to the one in `User.role`.');

export const getUserRoles = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/roles',
  summary: 'Get the additional roles of a user',
  access: { kind: 'permission', permission: 'roles:read' },
  params: IdParams,
  responses: { 200: z.object({ roles: roleNames }) },
  errors: ['PERMISSION_DENIED'],
});

export const setUserRoles = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/roles',
  summary: 'Set the additional roles of a user',
  description:
    'Replaces the additional roles they have. Applies to their next request, in the organization they are in, and ends with ' +
    'that membership unless the role holds users:read.',
  access: { kind: 'permission', permission: 'roles:write' },
  changesAccess: [
    {
      what: 'role',
      proof: '`roles:write`; grants only what the caller holds',
      ends: 'nothing: applies on the next request, in the organization the user is in; ends with that membership',
    },
  ],
  params: IdParams,
  body: z.object({ roles: z.array(RoleName).max(50, 'At most 50 roles.') }),
  responses: { 200: z.object({ message: z.string(), user: User, roles: roleNames }) },
  errors: ['PERMISSION_DENIED'],
});
