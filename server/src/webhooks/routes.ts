import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../http/route.ts';
import { isRefusal } from '../refusal.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getWebhook } from './get-webhook.ts';
import { getWebhookDelivery } from './get-webhook-delivery.ts';
import { listEvents } from './list-events.ts';
import { listWebhookDeliveries } from './list-webhook-deliveries.ts';
import { listWebhooks } from './list-webhooks.ts';
import type { WebhookDeps, Webhooks } from './parts.ts';
import { presentDelivery, presentEvent, presentWebhook } from './present.ts';
import { replayWebhook } from './replay-webhook.ts';
import { replayWebhookDelivery } from './replay-webhook-delivery.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { testWebhook } from './test-webhook.ts';
import { updateWebhook } from './update-webhook.ts';

export function mountWebhooks(kernel: Kernel, webhooks: Webhooks): void {
  const own = { ...kernel, deps: { ...kernel.deps, webhooks } };
  mountStream(own);
  mountEndpoints(own);
  mountChanges(own);
  mountDeliveries(own);
}

function mountStream(kernel: Kernel<WebhookDeps>): void {
  mount(kernel, contract.listEvents, async (call) => {
    const page = await listEvents(call, call.query);
    return isRefusal(page) ? page : ok(200, { ...page, events: page.events.map(presentEvent) });
  });
}

function mountEndpoints(kernel: Kernel<WebhookDeps>): void {
  mount(kernel, contract.listWebhooks, async (call) => {
    const webhooks = await listWebhooks(call);
    return ok(200, { webhooks: webhooks.map(presentWebhook) });
  });

  mount(kernel, contract.getWebhook, async (call) => {
    const webhook = await getWebhook(call, call.params);
    return isRefusal(webhook) ? webhook : ok(200, { webhook: presentWebhook(webhook) });
  });
}

function mountChanges(kernel: Kernel<WebhookDeps>): void {
  mount(kernel, contract.createWebhook, async (call) => {
    const made = await createWebhook(call, call.body);
    return isRefusal(made) ? made : ok(201, { webhook: presentWebhook(made.webhook), secret: made.secret });
  });

  mount(kernel, contract.updateWebhook, async (call) => {
    const webhook = await updateWebhook(call, { ...call.params, ...call.body });
    return isRefusal(webhook) ? webhook : ok(200, { webhook: presentWebhook(webhook) });
  });

  mount(kernel, contract.deleteWebhook, async (call) => {
    const refusal = await deleteWebhook(call, call.params);
    return refusal ?? ok(200, { message: 'The webhook is deleted.' });
  });

  mount(kernel, contract.rotateWebhookSecret, async (call) => {
    const rotated = await rotateWebhookSecret(call, { ...call.params, ...call.body });
    if (isRefusal(rotated)) return rotated;
    return ok(200, { webhook: presentWebhook(rotated.webhook), secret: rotated.secret });
  });
}

function mountDeliveries(kernel: Kernel<WebhookDeps>): void {
  mount(kernel, contract.listWebhookDeliveries, async (call) => {
    const page = await listWebhookDeliveries(call, { ...call.params, ...call.query });
    return isRefusal(page) ? page : ok(200, { ...page, deliveries: page.deliveries.map(presentDelivery) });
  });

  mount(kernel, contract.getWebhookDelivery, async (call) => {
    const delivery = await getWebhookDelivery(call, call.params);
    if (isRefusal(delivery)) return delivery;
    return ok(200, { delivery: presentDelivery(delivery), payload: delivery.body });
  });

  mount(kernel, contract.testWebhook, async (call) => {
    const delivery = await testWebhook(call, call.params);
    return isRefusal(delivery) ? delivery : ok(200, { delivery: presentDelivery(delivery) });
  });

  mount(kernel, contract.replayWebhookDelivery, async (call) => {
    const delivery = await replayWebhookDelivery(call, call.params);
    return isRefusal(delivery) ? delivery : ok(200, { delivery: presentDelivery(delivery) });
  });

  mount(kernel, contract.replayWebhook, async (call) => {
    const refusal = await replayWebhook(call, { ...call.params, ...call.body });
    return refusal ?? ok(200, { message: 'The events are on their way.' });
  });
}
