import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../http/route.ts';
import { isRefusal } from '../refusal.ts';
import {
  answerDeliveries,
  answerDelivery,
  answerPayload,
  answerSecret,
  answerStream,
  answerWebhook,
  answerWebhooks,
} from '../webhooks/answers.ts';
import type { WebhookDeps, Webhooks } from '../webhooks/parts.ts';
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
  mountReads(own);
  mountChanges(own);
  mountDeliveries(own);
}

function mountReads(kernel: Kernel<WebhookDeps>): void {
  mount(kernel, contract.listOrganizationEvents, async (call) =>
    answerStream(await listOrganizationEvents(call, call.query)),
  );
  mount(kernel, contract.listOrganizationWebhooks, async (call) => {
    const webhooks = await listOrganizationWebhooks(call);
    return isRefusal(webhooks) ? webhooks : answerWebhooks(webhooks);
  });
  mount(kernel, contract.getOrganizationWebhook, async (call) =>
    answerWebhook(await getOrganizationWebhook(call, call.params)),
  );
}

function mountChanges(kernel: Kernel<WebhookDeps>): void {
  mount(kernel, contract.createOrganizationWebhook, async (call) =>
    answerSecret(201, await createOrganizationWebhook(call, call.body)),
  );
  mount(kernel, contract.updateOrganizationWebhook, async (call) =>
    answerWebhook(await updateOrganizationWebhook(call, { ...call.params, ...call.body })),
  );
  mount(kernel, contract.deleteOrganizationWebhook, async (call) => {
    const refusal = await deleteOrganizationWebhook(call, call.params);
    return refusal ?? ok(200, { message: 'The webhook is deleted.' });
  });
  mount(kernel, contract.rotateOrganizationWebhookSecret, async (call) =>
    answerSecret(200, await rotateOrganizationWebhookSecret(call, { ...call.params, ...call.body })),
  );
}

function mountDeliveries(kernel: Kernel<WebhookDeps>): void {
  mount(kernel, contract.listOrganizationWebhookDeliveries, async (call) =>
    answerDeliveries(await listOrganizationWebhookDeliveries(call, { ...call.params, ...call.query })),
  );
  mount(kernel, contract.getOrganizationWebhookDelivery, async (call) =>
    answerPayload(await getOrganizationWebhookDelivery(call, call.params)),
  );
  mount(kernel, contract.testOrganizationWebhook, async (call) =>
    answerDelivery(await testOrganizationWebhook(call, call.params)),
  );
  mount(kernel, contract.replayOrganizationWebhookDelivery, async (call) =>
    answerDelivery(await replayOrganizationWebhookDelivery(call, call.params)),
  );
  mount(kernel, contract.replayOrganizationWebhook, async (call) => {
    const refusal = await replayOrganizationWebhook(call, { ...call.params, ...call.body });
    return refusal ?? ok(200, { message: 'The events are on their way.' });
  });
}
