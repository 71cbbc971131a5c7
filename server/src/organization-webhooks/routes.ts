import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../http/route.ts';
import { isRefusal } from '../refusal.ts';
import type { WebhookDeps, Webhooks } from '../webhooks/parts.ts';
import { presentDelivery, presentEvent, presentWebhook } from '../webhooks/present.ts';
import { createOrganizationWebhook } from './create-organization-webhook.ts';
import { deleteOrganizationWebhook } from './delete-organization-webhook.ts';
import { getOrganizationWebhook } from './get-organization-webhook.ts';
import { getOrganizationWebhookDelivery } from './get-organization-webhook-delivery.ts';
import { listOrganizationEvents } from './list-organization-events.ts';
import { listOrganizationWebhookDeliveries } from './list-organization-webhook-deliveries.ts';
import { listOrganizationWebhooks } from './list-organization-webhooks.ts';
import { replayOrganizationWebhook } from './replay-organization-webhook.ts';
import { replayOrganizationWebhookDelivery } from './replay-organization-webhook-delivery.ts';
import { rotateOrganizationWebhookSecret } from './rotate-organization-webhook-secret.ts';
import { testOrganizationWebhook } from './test-organization-webhook.ts';
import { updateOrganizationWebhook } from './update-organization-webhook.ts';

export function mountOrganizationWebhooks(kernel: Kernel, webhooks: Webhooks): void {
  const own = { ...kernel, deps: { ...kernel.deps, webhooks } };
  mountStream(own);
  mountEndpoints(own);
  mountChanges(own);
  mountDeliveries(own);
}

function mountStream(kernel: Kernel<WebhookDeps>): void {
  mount(kernel, contract.listOrganizationEvents, async (call) => {
    const page = await listOrganizationEvents(call, call.query);
    return isRefusal(page) ? page : ok(200, { ...page, events: page.events.map(presentEvent) });
  });
}

function mountEndpoints(kernel: Kernel<WebhookDeps>): void {
  mount(kernel, contract.listOrganizationWebhooks, async (call) => {
    const webhooks = await listOrganizationWebhooks(call);
    return isRefusal(webhooks) ? webhooks : ok(200, { webhooks: webhooks.map(presentWebhook) });
  });

  mount(kernel, contract.getOrganizationWebhook, async (call) => {
    const webhook = await getOrganizationWebhook(call, call.params);
    return isRefusal(webhook) ? webhook : ok(200, { webhook: presentWebhook(webhook) });
  });
}

function mountChanges(kernel: Kernel<WebhookDeps>): void {
  mount(kernel, contract.createOrganizationWebhook, async (call) => {
    const made = await createOrganizationWebhook(call, call.body);
    return isRefusal(made) ? made : ok(201, { webhook: presentWebhook(made.webhook), secret: made.secret });
  });

  mount(kernel, contract.updateOrganizationWebhook, async (call) => {
    const webhook = await updateOrganizationWebhook(call, { ...call.params, ...call.body });
    return isRefusal(webhook) ? webhook : ok(200, { webhook: presentWebhook(webhook) });
  });

  mount(kernel, contract.deleteOrganizationWebhook, async (call) => {
    const refusal = await deleteOrganizationWebhook(call, call.params);
    return refusal ?? ok(200, { message: 'The webhook is deleted.' });
  });

  mount(kernel, contract.rotateOrganizationWebhookSecret, async (call) => {
    const rotated = await rotateOrganizationWebhookSecret(call, { ...call.params, ...call.body });
    if (isRefusal(rotated)) return rotated;
    return ok(200, { webhook: presentWebhook(rotated.webhook), secret: rotated.secret });
  });
}

function mountDeliveries(kernel: Kernel<WebhookDeps>): void {
  mount(kernel, contract.listOrganizationWebhookDeliveries, async (call) => {
    const page = await listOrganizationWebhookDeliveries(call, { ...call.params, ...call.query });
    return isRefusal(page) ? page : ok(200, { ...page, deliveries: page.deliveries.map(presentDelivery) });
  });

  mount(kernel, contract.getOrganizationWebhookDelivery, async (call) => {
    const delivery = await getOrganizationWebhookDelivery(call, call.params);
    if (isRefusal(delivery)) return delivery;
    return ok(200, { delivery: presentDelivery(delivery), payload: delivery.body });
  });

  mount(kernel, contract.testOrganizationWebhook, async (call) => {
    const delivery = await testOrganizationWebhook(call, call.params);
    return isRefusal(delivery) ? delivery : ok(200, { delivery: presentDelivery(delivery) });
  });

  mount(kernel, contract.replayOrganizationWebhookDelivery, async (call) => {
    const delivery = await replayOrganizationWebhookDelivery(call, call.params);
    return isRefusal(delivery) ? delivery : ok(200, { delivery: presentDelivery(delivery) });
  });

  mount(kernel, contract.replayOrganizationWebhook, async (call) => {
    const refusal = await replayOrganizationWebhook(call, { ...call.params, ...call.body });
    return refusal ?? ok(200, { message: 'The events are on their way.' });
  });
}
