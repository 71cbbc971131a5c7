import { endpoint } from './endpoint.ts';
import { forAll, teamRoleRoutes } from './team-role-routes.ts';
import { Catalog, CatalogInput } from './team-role-shapes.ts';

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
