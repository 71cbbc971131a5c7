import { webhookRoutes } from './webhook-routes.ts';

export const {
  events: listEvents,
  list: listWebhooks,
  create: createWebhook,
  get: getWebhook,
  update: updateWebhook,
  remove: deleteWebhook,
  rotate: rotateWebhookSecret,
  test: testWebhook,
  deliveries: listWebhookDeliveries,
  delivery: getWebhookDelivery,
  replayOne: replayWebhookDelivery,
  replay: replayWebhook,
} = webhookRoutes.system;

export const {
  events: listOrganizationEvents,
  list: listOrganizationWebhooks,
  create: createOrganizationWebhook,
  get: getOrganizationWebhook,
  update: updateOrganizationWebhook,
  remove: deleteOrganizationWebhook,
  rotate: rotateOrganizationWebhookSecret,
  test: testOrganizationWebhook,
  deliveries: listOrganizationWebhookDeliveries,
  delivery: getOrganizationWebhookDelivery,
  replayOne: replayOrganizationWebhookDelivery,
  replay: replayOrganizationWebhook,
} = webhookRoutes.organization;
