import type { Context } from '../caller/caller.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type DeliveryWithBody, findDelivery } from './delivery-store.ts';
import { type Scope, system } from './scope.ts';
import { findWebhook } from './store.ts';

export async function getWebhookDelivery(
  { deps }: Context,
  { id, deliveryId }: { id: string; deliveryId: string },
  scope: Scope = system,
): Promise<DeliveryWithBody | Refusal<'NOT_FOUND'>> {
  const webhook = await findWebhook(deps.sql, scope, id);
  return (webhook && (await findDelivery(deps.sql, id, deliveryId))) ?? refuse('NOT_FOUND');
}
