import {
  changedDestination,
  destinationList,
  destinationRemoval,
  destinationRotation,
  destinationTest,
  newDestination,
  oneDestination,
} from './destination-shapes.ts';
import { endpoint } from './endpoint.ts';
import { ofOrganization, ofService, type Scope } from './scopes.ts';

const guarded = { impersonation: 'blocked', recent: true } as const;

function collectionOf({ base, whose, read, write, readErrors, writeErrors }: Scope) {
  const path = `${base}/destinations` as const;
  return {
    list: endpoint({
      method: 'GET',
      path,
      summary: `List the event destinations ${whose}`,
      access: read,
      ...destinationList,
      errors: readErrors,
    }),
    create: endpoint({
      method: 'POST',
      path,
      summary: `Add an event destination ${whose}`,
      access: write,
      ...guarded,
      changesAccess: [{ what: 'destination', ends: 'nothing' }],
      ...newDestination,
      errors: ['DESTINATION_URL_FORBIDDEN', 'DESTINATION_LIMIT_REACHED', ...writeErrors],
    }),
  };
}

function endpointsOfOne({ base, whose, read, write, readErrors, writeErrors }: Scope) {
  const path = `${base}/destinations/:id` as const;
  return {
    get: endpoint({
      method: 'GET',
      path,
      summary: `Get an event destination ${whose}`,
      access: read,
      ...oneDestination,
      errors: readErrors,
    }),
    update: endpoint({
      method: 'PATCH',
      path,
      summary: `Change an event destination ${whose}`,
      access: write,
      ...guarded,
      changesAccess: [{ what: 'destination', ends: 'what was sealed for another address' }],
      ...changedDestination,
      errors: ['DESTINATION_URL_FORBIDDEN', 'EVENTS_EXPIRED', ...writeErrors],
    }),
    remove: endpoint({
      method: 'DELETE',
      path,
      summary: `Delete an event destination ${whose}`,
      access: write,
      ...guarded,
      changesAccess: [{ what: 'destination', ends: 'its secrets, and its place in the stream' }],
      ...destinationRemoval,
      errors: writeErrors,
    }),
  };
}

function sendingOf({ base, whose, write, writeErrors }: Scope) {
  const path = `${base}/destinations/:id` as const;
  return {
    rotate: endpoint({
      method: 'POST',
      path: `${path}/rotate-secret`,
      summary: `Replace the secret of an event destination ${whose}`,
      access: write,
      ...guarded,
      changesAccess: [
        { what: 'destination', ends: 'earlier secrets, after the overlap; at once if it is 0 hours' },
      ],
      ...destinationRotation,
      errors: ['DESTINATION_HAS_NO_SECRET', ...writeErrors],
    }),
    test: endpoint({
      method: 'POST',
      path: `${path}/test`,
      summary: `Send a test to an event destination ${whose}`,
      access: write,
      changesAccess: [],
      ...destinationTest,
      errors: writeErrors,
    }),
  };
}

const routesOf = (scope: Scope) => ({
  ...collectionOf(scope),
  ...endpointsOfOne(scope),
  ...sendingOf(scope),
});

const read = { kind: 'permission', permission: 'webhooks:read' } as const;
const write = { kind: 'permission', permission: 'webhooks:write' } as const;
const admin = { kind: 'organization', role: 'ADMIN' } as const;

/** The same routes twice, for the same people as webhooks. */
export const destinationRoutes = {
  system: routesOf({ ...ofService, read, write }),
  organization: routesOf({ ...ofOrganization, read: admin, write: admin }),
};
