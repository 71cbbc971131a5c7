import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { Batch } from './claim-batch.ts';
import type { Delivered } from './deliver-batch.ts';
import { disableWebhook } from './disable-webhook.ts';
import {
  giveBack,
  type HealthRow,
  lockHealth,
  type Settled,
  saveHead,
  settleDeliveries,
} from './queue-store.ts';
import { failingLimit } from './schedule.ts';

type Tools = Pick<Deps, 'sql' | 'clock' | 'outbox' | 'config'>;

/** Records the outcome of a batch and frees its lane; an endpoint that is gone, or fails for days, is turned off. */
export function settleBatch(
  tools: Tools,
  { place }: Batch,
  { settled, untried, gone }: Delivered,
): Promise<void> {
  const { webhookId, lane } = place;
  const now = tools.clock.now();
  return transact(tools, async (tx) => {
    const health = await lockHealth(tx, webhookId);
    // Deleted meanwhile, along with its deliveries.
    if (!health) return;
    const failingSince = failingAfter(health, settled, now);
    tx.send(settleDeliveries(tx, settled));
    if (untried.length > 0) tx.send(giveBack(tx, untried, now));
    tx.send(saveHead(tx, webhookId, { lane, until: new Date(0), failingSince }));
    if (!health.enabled) return;
    const failed = failingSince !== null && now.getTime() - failingSince.getTime() >= failingLimit;
    if (gone || failed)
      await disableWebhook(tools, tx, { webhookId, reason: gone ? 'gone' : 'failing', now });
  });
}

/** Since when every attempt has failed, as of the last one. */
function failingAfter({ failingSince }: HealthRow, settled: readonly Settled[], now: Date): Date | null {
  return settled.reduce<Date | null>(
    (since, { status }) => (status === 'SUCCEEDED' ? null : (since ?? now)),
    failingSince,
  );
}
