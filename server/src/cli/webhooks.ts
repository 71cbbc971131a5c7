import { setTimeout as pause } from 'node:timers/promises';
import { Id, messageOf } from '@latchkey/contract';
import {
  findAnyDelivery,
  listAnyWebhooks,
  replayAnyWebhook,
  testAnyWebhook,
} from '../features/webhooks/at-command-line.ts';
import type { DeliveryRow } from '../features/webhooks/delivery-store.ts';
import type { NamedWebhookRow } from '../features/webhooks/webhook-store.ts';
import { atCommandLine, type SystemContext } from '../identity/caller/caller.ts';
import type { Config } from '../platform/config/config.ts';
import { isRefusal, type Refusal } from '../platform/refusal.ts';
import { type Report, UsageError } from './output.ts';
import { withDeps } from './with-deps.ts';

/** Long enough for a receiver that takes all the time allowed. */
const patienceMs = 20_000;
const retryMs = 200;

export async function listWebhooks(config: Config): Promise<Report> {
  return perform(config, async (context) => {
    const webhooks = await listAnyWebhooks(context);
    const text = webhooks.map(lineOf).join('\n') || 'There are no webhooks.';
    return { text, json: { webhooks: webhooks.map(shown) } };
  });
}

/** The running service sends it: this command has neither its connections nor its network. */
export async function testWebhook(config: Config, given: string): Promise<Report> {
  const id = idFrom(given);
  return perform(config, async (context) => {
    const delivery = accepted(await testAnyWebhook(context, id), id);
    const after = await settled(context, id, delivery);
    const { status, responseStatus, error, durationMs } = after;
    const isSent = durationMs !== null;
    return {
      text: outcomeOf(after),
      json: { delivery: delivery.id, status: isSent ? status : 'QUEUED', responseStatus, error, durationMs },
    };
  });
}

export async function replayWebhook(
  config: Config,
  given: string,
  options: { since: string },
): Promise<Report> {
  const id = idFrom(given);
  const since = new Date(options.since);
  if (Number.isNaN(since.getTime())) throw new UsageError(`${options.since} is not a date and time.`);
  return perform(config, async (context) => {
    accepted(await replayAnyWebhook(context, { id, since }), id);
    const from = since.toISOString();
    return {
      text: `The events since ${from} are queued. The service sends them while it runs.`,
      json: { webhook: id, since: from },
    };
  });
}

function perform(config: Config, work: (context: SystemContext) => Promise<Report>): Promise<Report> {
  return withDeps(config, (deps) => work(atCommandLine(deps)));
}

function accepted<T>(done: T | Refusal, id: string): T {
  if (!isRefusal(done)) return done;
  throw new UsageError(done.refused === 'NOT_FOUND' ? `There is no webhook ${id}.` : messageOf(done.refused));
}

async function settled(context: SystemContext, id: string, sent: DeliveryRow): Promise<DeliveryRow> {
  let delivery = sent;
  for (let waited = 0; waited < patienceMs && delivery.durationMs === null; waited += retryMs) {
    await pause(retryMs);
    delivery = (await findAnyDelivery(context, id, sent.id)) ?? delivery;
  }
  return delivery;
}

function outcomeOf({ status, responseStatus, error, durationMs }: DeliveryRow): string {
  if (durationMs === null) return 'The test is queued. The service sends it once it is running.';
  const answer = responseStatus === null ? `no response (${error})` : `status ${responseStatus}`;
  return `${status === 'SUCCEEDED' ? 'Delivered' : 'Failed'}: ${answer} in ${durationMs} ms.`;
}

function lineOf({ id, organizationSlug, url, events, enabled, failingSince }: NamedWebhookRow): string {
  const state = enabled ? (failingSince ? 'failing' : 'on') : 'off';
  const filters = events.length > 0 ? events.join(',') : '*';
  return [id, state.padEnd(7), organizationSlug ?? '(service)', url, filters].join('  ');
}

function shown({ id, organizationSlug, url, events, enabled, failingSince }: NamedWebhookRow) {
  return { id, organization: organizationSlug, url, events, enabled, failingSince };
}

function idFrom(given: string): string {
  const id = Id.safeParse(given);
  if (!id.success)
    throw new UsageError(`${given} is not the ID of a webhook. To list them: npx latchkey webhook list`);
  return id.data;
}
