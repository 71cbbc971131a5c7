/** The routes for the service's own event destinations. */
export const systemDestinations = {
  list: 'listDestinations',
  create: 'createDestination',
  update: 'updateDestination',
  remove: 'deleteDestination',
  rotate: 'rotateDestinationSecret',
  test: 'testDestination',
} as const;

/** The same for an organization's. */
export const organizationDestinations = {
  list: 'listOrganizationDestinations',
  create: 'createOrganizationDestination',
  update: 'updateOrganizationDestination',
  remove: 'deleteOrganizationDestination',
  rotate: 'rotateOrganizationDestinationSecret',
  test: 'testOrganizationDestination',
} as const;

export type DestinationRoutes = typeof systemDestinations | typeof organizationDestinations;
