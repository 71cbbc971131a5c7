import type { Context } from '../caller/caller.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type Scope, system } from './scope.ts';
import { findWebhook, type WebhookRow } from './store.ts';

export async function getWebhook(
  { deps }: Context,
  { id }: { id: string },
  scope: Scope = system,
): Promise<WebhookRow | Refusal<'NOT_FOUND'>> {
  return (await findWebhook(deps.sql, scope, id)) ?? refuse('NOT_FOUND');
}
