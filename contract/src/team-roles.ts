import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { IdParams } from './fields.ts';
import { Member } from './organization-shapes.ts';
import { forAll, teamRoleRoutes } from './team-role-routes.ts';
import { Catalog, CatalogInput, MemberRoles, RoleKeys } from './team-role-shapes.ts';

export const getTeamPermissions = endpoint({
  method: 'GET',
  path: '/api/admin/organization-permissions',
  summary: "Get the catalog of your application's permissions",
  description: 'What roles of organizations may permit. None of them opens a route of this API.',
  access: forAll('roles:read'),
  responses: { 200: Catalog },
});

export const setTeamPermissions = endpoint({
  method: 'PUT',
  path: '/api/admin/organization-permissions',
  summary: "Replace the catalog of your application's permissions",
  description: 'A permission that you leave out leaves every role.',
  access: forAll('roles:write'),
  changesAccess: [
    {
      what: 'permission in organizations',
      proof: '`roles:write` with `users:read`',
      ends: 'what is left out, for everyone who holds it',
    },
  ],
  bodyBytes: 262_144,
  body: CatalogInput,
  responses: { 200: Catalog },
  errors: ['PERMISSION_DENIED', 'PERMISSION_NAME_TAKEN'],
});

export const {
  list: listTeamRoles,
  create: createTeamRole,
  get: getTeamRole,
  update: updateTeamRole,
  remove: deleteTeamRole,
} = teamRoleRoutes.system;

export const {
  list: listOrganizationTeamRoles,
  create: createOrganizationTeamRole,
  get: getOrganizationTeamRole,
  update: updateOrganizationTeamRole,
  remove: deleteOrganizationTeamRole,
} = teamRoleRoutes.organization;

export const getMemberRoles = endpoint({
  method: 'GET',
  path: '/api/organizations/current/members/:id/roles',
  summary: 'Get the roles that count for a member, and where they come from',
  access: { kind: 'organization', role: 'ADMIN' },
  params: IdParams,
  responses: { 200: MemberRoles },
  errors: ['NO_ORGANIZATION'],
});

export const setMemberRoles = endpoint({
  method: 'PUT',
  path: '/api/organizations/current/members/:id/roles',
  summary: 'Set the roles that a member is given',
  description:
    'Replaces the given ones; roles by default, by a group or by a connection stay. They stay through changes of rank, and ' +
    'end with the membership.',
  access: { kind: 'organization', role: 'ADMIN' },
  changesAccess: [
    {
      what: 'role in organizations',
      proof: 'organization ADMIN',
      ends: 'nothing: applies on the next request; ends with the membership',
    },
  ],
  params: IdParams,
  body: z.object({ roles: RoleKeys }),
  responses: { 200: z.object({ member: Member }) },
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW'],
});
