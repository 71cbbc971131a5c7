import { endpoint } from './endpoint.ts';
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

const access = { kind: 'organization', role: 'ADMIN' } as const;

export const listOrganizationEvents = endpoint({
  method: 'GET',
  path: '/api/organizations/current/events',
  summary: "Read the event stream of the caller's organization",
  access,
  organizationKey: 'latchkey:audit',
  ...stream,
  errors: ['VALIDATION_FAILED', 'NO_ORGANIZATION'],
});

export const listOrganizationWebhooks = endpoint({
  method: 'GET',
  path: '/api/organizations/current/webhooks',
  summary: "List the webhooks of the caller's organization",
  access,
  ...webhookList,
  errors: ['NO_ORGANIZATION'],
});

export const createOrganizationWebhook = endpoint({
  method: 'POST',
  path: '/api/organizations/current/webhooks',
  summary: "Add a webhook of the caller's organization",
  access,
  impersonation: 'blocked',
  recent: true,
  ...newWebhook,
  errors: ['WEBHOOK_URL_FORBIDDEN', 'WEBHOOK_LIMIT_REACHED', 'NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW'],
});

export const getOrganizationWebhook = endpoint({
  method: 'GET',
  path: '/api/organizations/current/webhooks/:id',
  summary: "Get a webhook of the caller's organization",
  access,
  ...oneWebhook,
  errors: ['NO_ORGANIZATION'],
});

export const updateOrganizationWebhook = endpoint({
  method: 'PATCH',
  path: '/api/organizations/current/webhooks/:id',
  summary: "Change a webhook of the caller's organization",
  access,
  impersonation: 'blocked',
  ...changedWebhook,
  errors: ['WEBHOOK_URL_FORBIDDEN', 'NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW'],
});

export const deleteOrganizationWebhook = endpoint({
  method: 'DELETE',
  path: '/api/organizations/current/webhooks/:id',
  summary: "Delete a webhook of the caller's organization",
  access,
  impersonation: 'blocked',
  recent: true,
  ...webhookRemoval,
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW'],
});

export const rotateOrganizationWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/organizations/current/webhooks/:id/rotate-secret',
  summary: "Replace the secret of a webhook of the caller's organization",
  access,
  impersonation: 'blocked',
  recent: true,
  ...rotation,
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW'],
});

export const testOrganizationWebhook = endpoint({
  method: 'POST',
  path: '/api/organizations/current/webhooks/:id/test',
  summary: "Send a test to a webhook of the caller's organization",
  access,
  ...deliveryTest,
  errors: ['WEBHOOK_DISABLED', 'NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW'],
});

export const listOrganizationWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/organizations/current/webhooks/:id/deliveries',
  summary: "List the deliveries of a webhook of the caller's organization, newest first",
  access,
  ...deliveryList,
  errors: ['NO_ORGANIZATION'],
});

export const getOrganizationWebhookDelivery = endpoint({
  method: 'GET',
  path: '/api/organizations/current/webhooks/:id/deliveries/:deliveryId',
  summary: "Get a delivery of a webhook of the caller's organization, with its payload",
  access,
  ...deliveryDetails,
  errors: ['NO_ORGANIZATION'],
});

export const replayOrganizationWebhookDelivery = endpoint({
  method: 'POST',
  path: '/api/organizations/current/webhooks/:id/deliveries/:deliveryId/replay',
  summary: "Send a delivery of a webhook of the caller's organization again",
  access,
  ...deliveryReplay,
  errors: ['WEBHOOK_DISABLED', 'NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW'],
});

export const replayOrganizationWebhook = endpoint({
  method: 'POST',
  path: '/api/organizations/current/webhooks/:id/replay',
  summary: "Send past events to a webhook of the caller's organization again",
  access,
  ...replaySince,
  errors: ['WEBHOOK_DISABLED', 'NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW'],
});

export const organizationWebhookEndpoints = {
  listOrganizationEvents,
  listOrganizationWebhooks,
  createOrganizationWebhook,
  getOrganizationWebhook,
  updateOrganizationWebhook,
  deleteOrganizationWebhook,
  rotateOrganizationWebhookSecret,
  testOrganizationWebhook,
  listOrganizationWebhookDeliveries,
  getOrganizationWebhookDelivery,
  replayOrganizationWebhookDelivery,
  replayOrganizationWebhook,
};
