/** The routes for templates, which every organization has. */
export const templateRoutes = {
  list: 'listTeamRoles',
  create: 'createTeamRole',
  update: 'updateTeamRole',
  remove: 'deleteTeamRole',
  /** What each key begins with. */
  prefix: '',
  kind: 'template',
} as const;

/** The same for an organization's own roles. */
export const ownRoutes = {
  list: 'listOrganizationTeamRoles',
  create: 'createOrganizationTeamRole',
  update: 'updateOrganizationTeamRole',
  remove: 'deleteOrganizationTeamRole',
  prefix: 'org-',
  kind: 'own',
} as const;

export type RoleRoutes = typeof templateRoutes | typeof ownRoutes;
