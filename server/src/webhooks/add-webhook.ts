import { webhookLimits } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { record } from '../audit/record.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { aboutWebhook } from './about-webhook.ts';
import type { WebhookContext } from './parts.ts';
import type { Change } from './scope.ts';
import { insertSecret } from './secret-store.ts';
import { newSecret } from './sign.ts';
import { insertWebhook, lockSystemWebhooks, type WebhookRow } from './store.ts';

export type NewWebhook = { url: string; events: string[]; description?: string | null | undefined };
/** The secret leaves in this answer and nowhere else. */
export type WithSecret = { webhook: WebhookRow; secret: string };

export async function addWebhook(
  { deps, caller, origin, scope, tx }: Change<WebhookContext>,
  { url, events, description }: NewWebhook,
): Promise<WithSecret | Refusal<'WEBHOOK_URL_FORBIDDEN' | 'WEBHOOK_LIMIT_REACHED'>> {
  const { rules, key } = deps.webhooks;
  if (rules.forbids(url)) return refuse('WEBHOOK_URL_FORBIDDEN');
  if (scope.of === 'system') await lockSystemWebhooks(tx);
  const { now } = origin;
  const limit = webhookLimits[scope.of];
  const made = { id: uuidv7(), url, events, description: description || null, now };
  const webhook = await insertWebhook(tx, scope, made, limit);
  if (!webhook) return refuse('WEBHOOK_LIMIT_REACHED', { details: { limit } });
  const { secret, sealed } = newSecret(key);
  await insertSecret(tx, { id: uuidv7(), webhookId: webhook.id, sealed, now }, now);
  await record(tx, origin, { user: caller.user, ...aboutWebhook(scope, 'CREATED', webhook, { events }) });
  return { webhook, secret };
}
