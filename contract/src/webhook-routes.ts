import { endpoint } from './endpoint.ts';
import { ofOrganization, ofService, type Scope } from './scopes.ts';
import {
  changedWebhook,
  deliveryDetails,
  deliveryList,
  deliveryReplay,
  deliveryTest,
  newWebhook,
  oneWebhook,
  replaySince,
  rotation,
  stream,
  webhookList,
  webhookRemoval,
} from './webhook-shapes.ts';

const guarded = { impersonation: 'blocked', recent: true } as const;

function managementOf({ base, whose, read, write, readErrors, writeErrors }: Scope) {
  const path = `${base}/webhooks` as const;
  return {
    list: endpoint({
      method: 'GET',
      path,
      summary: `List the webhooks ${whose}`,
      access: read,
      ...webhookList,
      errors: readErrors,
    }),
    create: endpoint({
      method: 'POST',
      path,
      summary: `Add a webhook ${whose}`,
      access: write,
      ...guarded,
      changesAccess: [{ what: 'webhook', ends: 'nothing' }],
      ...newWebhook,
      errors: ['WEBHOOK_URL_FORBIDDEN', 'WEBHOOK_LIMIT_REACHED', ...writeErrors],
    }),
    ...endpointsOfOne({ base, whose, read, write, readErrors, writeErrors }),
  };
}

function endpointsOfOne({ base, whose, read, write, readErrors, writeErrors }: Scope) {
  const path = `${base}/webhooks/:id` as const;
  return {
    get: endpoint({
      method: 'GET',
      path,
      summary: `Get a webhook ${whose}`,
      access: read,
      ...oneWebhook,
      errors: readErrors,
    }),
    update: endpoint({
      method: 'PATCH',
      path,
      summary: `Change a webhook ${whose}`,
      access: write,
      impersonation: 'blocked',
      changesAccess: [
        { what: 'webhook', ends: 'if turned off, its pending deliveries fail' },
        { what: 'url', ends: 'pending deliveries go to the new URL' },
      ],
      ...changedWebhook,
      errors: ['WEBHOOK_URL_FORBIDDEN', ...writeErrors],
    }),
    remove: endpoint({
      method: 'DELETE',
      path,
      summary: `Delete a webhook ${whose}`,
      access: write,
      ...guarded,
      changesAccess: [{ what: 'webhook', ends: 'its secrets, deliveries and retries' }],
      ...webhookRemoval,
      errors: writeErrors,
    }),
    rotate: endpoint({
      method: 'POST',
      path: `${path}/rotate-secret`,
      summary: `Replace the secret of a webhook ${whose}`,
      access: write,
      ...guarded,
      changesAccess: [
        { what: 'webhook', ends: 'earlier secrets, after the overlap; at once if it is 0 hours' },
      ],
      ...rotation,
      errors: writeErrors,
    }),
  };
}

function deliveriesOf({ base, whose, read, write, readErrors, writeErrors }: Scope) {
  const path = `${base}/webhooks/:id` as const;
  const errors = ['WEBHOOK_DISABLED', ...writeErrors] as const;
  const send = { method: 'POST', access: write, changesAccess: [], errors } as const;
  return {
    test: endpoint({
      ...send,
      path: `${path}/test`,
      summary: `Send a test to a webhook ${whose}`,
      ...deliveryTest,
    }),
    deliveries: endpoint({
      method: 'GET',
      path: `${path}/deliveries`,
      summary: `List the deliveries of a webhook ${whose}, newest first`,
      access: read,
      ...deliveryList,
      errors: readErrors,
    }),
    delivery: endpoint({
      method: 'GET',
      path: `${path}/deliveries/:deliveryId`,
      summary: `Get a delivery of a webhook ${whose}, with its payload`,
      access: read,
      ...deliveryDetails,
      errors: readErrors,
    }),
    replayOne: endpoint({
      ...send,
      path: `${path}/deliveries/:deliveryId/replay`,
      summary: `Send a delivery of a webhook ${whose} again`,
      ...deliveryReplay,
    }),
    replay: endpoint({
      ...send,
      path: `${path}/replay`,
      summary: `Send past events to a webhook ${whose} again`,
      ...replaySince,
    }),
  };
}

const routesOf = (scope: Scope) => ({ ...managementOf(scope), ...deliveriesOf(scope) });

const read = { kind: 'permission', permission: 'webhooks:read' } as const;
const write = { kind: 'permission', permission: 'webhooks:write' } as const;
const admin = { kind: 'organization', role: 'ADMIN' } as const;

/** The same routes twice: for the service's webhooks and events, and for an organization's. */
export const webhookRoutes = {
  system: {
    events: endpoint({
      method: 'GET',
      path: '/api/admin/events',
      summary: 'Read the event stream of the whole service',
      access: read,
      mayBeLate: true,
      ...stream,
      errors: ['VALIDATION_FAILED'],
    }),
    ...routesOf({ ...ofService, read, write }),
  },
  organization: {
    events: endpoint({
      method: 'GET',
      path: '/api/organizations/current/events',
      summary: "Read the event stream of the caller's organization",
      access: admin,
      organizationKey: 'latchkey:audit',
      mayBeLate: true,
      ...stream,
      errors: ['VALIDATION_FAILED', 'NO_ORGANIZATION'],
    }),
    ...routesOf({ ...ofOrganization, read: admin, write: admin }),
  },
};
