import { webhookLimits } from '@latchkey/contract';

/** The routes for the service's own webhooks. */
export const systemWebhooks = {
  list: 'listWebhooks',
  create: 'createWebhook',
  update: 'updateWebhook',
  remove: 'deleteWebhook',
  rotate: 'rotateWebhookSecret',
  test: 'testWebhook',
  replay: 'replayWebhook',
  deliveries: 'listWebhookDeliveries',
  delivery: 'getWebhookDelivery',
  replayDelivery: 'replayWebhookDelivery',
  limit: webhookLimits.system,
} as const;

/** The same for an organization's webhooks. */
export const organizationWebhooks = {
  list: 'listOrganizationWebhooks',
  create: 'createOrganizationWebhook',
  update: 'updateOrganizationWebhook',
  remove: 'deleteOrganizationWebhook',
  rotate: 'rotateOrganizationWebhookSecret',
  test: 'testOrganizationWebhook',
  replay: 'replayOrganizationWebhook',
  deliveries: 'listOrganizationWebhookDeliveries',
  delivery: 'getOrganizationWebhookDelivery',
  replayDelivery: 'replayOrganizationWebhookDelivery',
  limit: webhookLimits.organization,
} as const;

export type WebhookRoutes = typeof systemWebhooks | typeof organizationWebhooks;
