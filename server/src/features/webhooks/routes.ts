import { webhookRoutes } from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { presentWebhook } from '../../identity/memberships/present.ts';
import { isRefusal } from '../../platform/refusal.ts';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  replayWebhook,
  replayWebhookDelivery,
  testWebhook,
} from './deliveries.ts';
import { presentDelivery } from './present.ts';
import type { Owner } from './scope.ts';
import { listEvents } from './stream.ts';
import type { WebhookDeps, Webhooks } from './webhook-deps.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from './webhooks.ts';

/** Both as the types of an organization's: its keys may read its stream. */
const routesOf = (owner: Owner) => webhookRoutes[owner] as typeof webhookRoutes.organization;

export function mountWebhooks(kernel: Kernel, webhooks: Webhooks): void {
  const own = { ...kernel, deps: { ...kernel.deps, webhooks } };
  for (const owner of ['system', 'organization'] as const) {
    mountReads(own, owner);
    mountChanges(own, owner);
    mountDeliveries(own, owner);
  }
}

function mountReads(kernel: Kernel<WebhookDeps>, owner: Owner): void {
  const { events, list, get } = routesOf(owner);
  mount(kernel, events, async (call) => {
    const page = await listEvents(call, owner, call.query);
    return isRefusal(page) ? page : ok(200, page);
  });
  mount(kernel, list, async (call) => {
    const webhooks = await listWebhooks(call, owner);
    return isRefusal(webhooks) ? webhooks : ok(200, { webhooks: webhooks.map(presentWebhook) });
  });
  mount(kernel, get, async (call) => {
    const webhook = await getWebhook(call, owner, call.params);
    return isRefusal(webhook) ? webhook : ok(200, { webhook: presentWebhook(webhook) });
  });
}

function mountChanges(kernel: Kernel<WebhookDeps>, owner: Owner): void {
  const { create, update, remove, rotate } = routesOf(owner);
  mount(kernel, create, async (call) => {
    const made = await createWebhook(call, owner, call.body);
    return isRefusal(made) ? made : ok(201, { webhook: presentWebhook(made.webhook), secret: made.secret });
  });
  mount(kernel, update, async (call) => {
    const webhook = await updateWebhook(call, owner, { ...call.params, ...call.body });
    return isRefusal(webhook) ? webhook : ok(200, { webhook: presentWebhook(webhook) });
  });
  mount(kernel, remove, async (call) => {
    const refusal = await deleteWebhook(call, owner, call.params);
    return refusal ?? ok(200, { message: 'The webhook is deleted.' });
  });
  mount(kernel, rotate, async (call) => {
    const made = await rotateWebhookSecret(call, owner, { ...call.params, ...call.body });
    return isRefusal(made) ? made : ok(200, { webhook: presentWebhook(made.webhook), secret: made.secret });
  });
}

function mountDeliveries(kernel: Kernel<WebhookDeps>, owner: Owner): void {
  const { deliveries, delivery, test, replayOne, replay } = routesOf(owner);
  mount(kernel, deliveries, async (call) => {
    const page = await listWebhookDeliveries(call, owner, { ...call.params, ...call.query });
    return isRefusal(page) ? page : ok(200, { ...page, deliveries: page.deliveries.map(presentDelivery) });
  });
  mount(kernel, delivery, async (call) => {
    const found = await getWebhookDelivery(call, owner, call.params);
    return isRefusal(found) ? found : ok(200, { delivery: presentDelivery(found), payload: found.body });
  });
  mount(kernel, test, async (call) => {
    const sent = await testWebhook(call, owner, call.params);
    return isRefusal(sent) ? sent : ok(200, { delivery: presentDelivery(sent) });
  });
  mount(kernel, replayOne, async (call) => {
    const sent = await replayWebhookDelivery(call, owner, call.params);
    return isRefusal(sent) ? sent : ok(200, { delivery: presentDelivery(sent) });
  });
  mount(kernel, replay, async (call) => {
    const refusal = await replayWebhook(call, owner, { ...call.params, ...call.body });
    return refusal ?? ok(200, { message: 'The events are on their way.' });
  });
}
