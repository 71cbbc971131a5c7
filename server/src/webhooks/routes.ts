import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../http/route.ts';
import {
  answerDeliveries,
  answerDelivery,
  answerPayload,
  answerSecret,
  answerStream,
  answerWebhook,
  answerWebhooks,
} from './answers.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getWebhook } from './get-webhook.ts';
import { getWebhookDelivery } from './get-webhook-delivery.ts';
import { listEvents } from './list-events.ts';
import { listWebhookDeliveries } from './list-webhook-deliveries.ts';
import { listWebhooks } from './list-webhooks.ts';
import type { WebhookDeps, Webhooks } from './parts.ts';
import { replayWebhook } from './replay-webhook.ts';
import { replayWebhookDelivery } from './replay-webhook-delivery.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { testWebhook } from './test-webhook.ts';
import { updateWebhook } from './update-webhook.ts';

export function mountWebhooks(kernel: Kernel, webhooks: Webhooks): void {
  const own = { ...kernel, deps: { ...kernel.deps, webhooks } };
  mountReads(own);
  mountChanges(own);
  mountDeliveries(own);
}

function mountReads(kernel: Kernel<WebhookDeps>): void {
  mount(kernel, contract.listEvents, async (call) => answerStream(await listEvents(call, call.query)));
  mount(kernel, contract.listWebhooks, async (call) => answerWebhooks(await listWebhooks(call)));
  mount(kernel, contract.getWebhook, async (call) => answerWebhook(await getWebhook(call, call.params)));
}

function mountChanges(kernel: Kernel<WebhookDeps>): void {
  mount(kernel, contract.createWebhook, async (call) =>
    answerSecret(201, await createWebhook(call, call.body)),
  );
  mount(kernel, contract.updateWebhook, async (call) =>
    answerWebhook(await updateWebhook(call, { ...call.params, ...call.body })),
  );
  mount(kernel, contract.deleteWebhook, async (call) => {
    const refusal = await deleteWebhook(call, call.params);
    return refusal ?? ok(200, { message: 'The webhook is deleted.' });
  });
  mount(kernel, contract.rotateWebhookSecret, async (call) =>
    answerSecret(200, await rotateWebhookSecret(call, { ...call.params, ...call.body })),
  );
}

function mountDeliveries(kernel: Kernel<WebhookDeps>): void {
  mount(kernel, contract.listWebhookDeliveries, async (call) =>
    answerDeliveries(await listWebhookDeliveries(call, { ...call.params, ...call.query })),
  );
  mount(kernel, contract.getWebhookDelivery, async (call) =>
    answerPayload(await getWebhookDelivery(call, call.params)),
  );
  mount(kernel, contract.testWebhook, async (call) => answerDelivery(await testWebhook(call, call.params)));
  mount(kernel, contract.replayWebhookDelivery, async (call) =>
    answerDelivery(await replayWebhookDelivery(call, call.params)),
  );
  mount(kernel, contract.replayWebhook, async (call) => {
    const refusal = await replayWebhook(call, { ...call.params, ...call.body });
    return refusal ?? ok(200, { message: 'The events are on their way.' });
  });
}
