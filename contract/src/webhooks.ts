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

const read = { kind: 'permission', permission: 'webhooks:read' } as const;
const write = { kind: 'permission', permission: 'webhooks:write' } as const;

export const listEvents = endpoint({
  method: 'GET',
  path: '/api/admin/events',
  summary: 'Read the event stream of the whole service',
  access: read,
  ...stream,
  errors: ['VALIDATION_FAILED'],
});

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/admin/webhooks',
  summary: 'List the webhooks of the service',
  access: read,
  ...webhookList,
});

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks',
  summary: 'Add a webhook of the service',
  access: write,
  impersonation: 'blocked',
  recent: true,
  ...newWebhook,
  errors: ['WEBHOOK_URL_FORBIDDEN', 'WEBHOOK_LIMIT_REACHED'],
});

export const getWebhook = endpoint({
  method: 'GET',
  path: '/api/admin/webhooks/:id',
  summary: 'Get a webhook of the service',
  access: read,
  ...oneWebhook,
});

export const updateWebhook = endpoint({
  method: 'PATCH',
  path: '/api/admin/webhooks/:id',
  summary: 'Change a webhook of the service',
  access: write,
  impersonation: 'blocked',
  ...changedWebhook,
  errors: ['WEBHOOK_URL_FORBIDDEN'],
});

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/admin/webhooks/:id',
  summary: 'Delete a webhook of the service',
  access: write,
  impersonation: 'blocked',
  recent: true,
  ...webhookRemoval,
});

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:id/rotate-secret',
  summary: 'Replace the secret of a webhook of the service',
  access: write,
  impersonation: 'blocked',
  recent: true,
  ...rotation,
});

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:id/test',
  summary: 'Send a test to a webhook of the service',
  access: write,
  ...deliveryTest,
  errors: ['WEBHOOK_DISABLED'],
});

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/admin/webhooks/:id/deliveries',
  summary: 'List the deliveries of a webhook of the service, newest first',
  access: read,
  ...deliveryList,
});

export const getWebhookDelivery = endpoint({
  method: 'GET',
  path: '/api/admin/webhooks/:id/deliveries/:deliveryId',
  summary: 'Get a delivery of a webhook of the service, with its payload',
  access: read,
  ...deliveryDetails,
});

export const replayWebhookDelivery = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:id/deliveries/:deliveryId/replay',
  summary: 'Send a delivery of a webhook of the service again',
  access: write,
  ...deliveryReplay,
  errors: ['WEBHOOK_DISABLED'],
});

export const replayWebhook = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:id/replay',
  summary: 'Send past events to a webhook of the service again',
  access: write,
  ...replaySince,
  errors: ['WEBHOOK_DISABLED'],
});

export const webhookEndpoints = {
  listEvents,
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  replayWebhookDelivery,
  replayWebhook,
};
