import type { SystemContext } from '../caller/caller.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type DeliveryRow, findDelivery } from './delivery-store.ts';
import { repeatSince, type Since } from './repeat-since.ts';
import type { Scope } from './scope.ts';
import { sendTest } from './send-test.ts';
import { sequenceEvents } from './sequence-events.ts';
import { findAllWebhooks, findAnyWebhook, type NamedWebhookRow } from './store.ts';

type Refused = Refusal<'NOT_FOUND' | 'WEBHOOK_DISABLED'>;

/** For the command line: whoever owns them. */
export function listAnyWebhooks({ deps }: SystemContext): Promise<NamedWebhookRow[]> {
  return findAllWebhooks(deps.sql);
}

export function testAnyWebhook({ deps, origin }: SystemContext, id: string): Promise<DeliveryRow | Refused> {
  return transact(deps, async (tx) => {
    const scope = await scopeOf(tx, id);
    return scope ? sendTest({ origin, scope, tx, actor: null }, { id }) : refuse('NOT_FOUND');
  });
}

/** As it is now. */
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
    return scope ? repeatSince({ origin, scope, tx, user: null }, input) : refuse('NOT_FOUND');
  });
}

async function scopeOf(db: Db, id: string): Promise<Scope | undefined> {
  const webhook = await findAnyWebhook(db, id);
  if (!webhook) return undefined;
  return webhook.organizationId ? { of: 'organization', id: webhook.organizationId } : { of: 'system' };
}
