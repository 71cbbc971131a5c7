import type { SystemContext } from '../../identity/caller/caller.ts';
import type { Db } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { replaySince, type Since, sendTest } from './deliveries.ts';
import { type DeliveryRow, findDelivery } from './delivery-store.ts';
import type { WebhookScope } from './scope.ts';
import { sequenceEvents } from './sequence-events.ts';
import { findAllWebhooks, findAnyWebhook, type NamedWebhookRow } from './webhook-store.ts';

type Refused = Refusal<'NOT_FOUND' | 'WEBHOOK_DISABLED'>;

/** For the command line: the endpoints of every owner. */
export function listAnyWebhooks({ deps }: SystemContext): Promise<NamedWebhookRow[]> {
  return findAllWebhooks(deps.sql);
}

export function testAnyWebhook({ deps, origin }: SystemContext, id: string): Promise<DeliveryRow | Refused> {
  return transact(deps, async (tx) => {
    const scope = await scopeOf(tx, id);
    return scope ? sendTest({ origin, scope, tx, user: null }, { id }) : refuse('NOT_FOUND');
  });
}

/** The delivery's current state. */
export function findAnyDelivery(
  { deps }: SystemContext,
  webhookId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  return findDelivery(deps.sql, webhookId, id);
}

export async function replayAnyWebhook(
  { deps, origin }: SystemContext,
  input: Since,
): Promise<Refused | undefined> {
  await sequenceEvents(deps);
  return transact(deps, async (tx) => {
    const scope = await scopeOf(tx, input.id);
    return scope ? replaySince({ origin, scope, tx, user: null }, input) : refuse('NOT_FOUND');
  });
}

async function scopeOf(db: Db, id: string): Promise<WebhookScope | undefined> {
  const webhook = await findAnyWebhook(db, id);
  if (!webhook) return undefined;
  return webhook.organizationId ? { of: 'organization', id: webhook.organizationId } : { of: 'system' };
}
