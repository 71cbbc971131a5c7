import { destinationRoutes } from './destination-routes.ts';

export const {
  list: listDestinations,
  create: createDestination,
  get: getDestination,
  update: updateDestination,
  remove: deleteDestination,
  rotate: rotateDestinationSecret,
  test: testDestination,
} = destinationRoutes.system;

export const {
  list: listOrganizationDestinations,
  create: createOrganizationDestination,
  get: getOrganizationDestination,
  update: updateOrganizationDestination,
  remove: deleteOrganizationDestination,
  rotate: rotateOrganizationDestinationSecret,
  test: testOrganizationDestination,
} = destinationRoutes.organization;
