import type { Sql, Tx } from '../../platform/db/sql.ts';
import { equalShares, type Shares } from '../../platform/workers/fair-worker.ts';
import {
  type ClaimedDelivery,
  claimDue,
  isDue,
  lockTurn,
  saveHead,
  type WebhookTurn,
} from './queue-store.ts';
import { batchSize, lease } from './schedule.ts';
import { liveSecrets } from './webhook-store.ts';

/** What one lane of one endpoint does next. */
export type DeliveryBatch = { turn: WebhookTurn; sealedSecrets: Buffer[]; deliveries: ClaimedDelivery[] };

/** How many queues to try in one go: some turn out to be empty, such as after a sweep. */
const mostEmpty = 20;

/** Undefined when nothing is due, or everything due already has two requests in flight. */
export async function claimBatch(
  sql: Sql,
  now: Date,
  shares = equalShares,
): Promise<DeliveryBatch | undefined> {
  // Checked without a transaction: most often there is nothing to do.
  if (!(await isDue(sql, now))) return undefined;
  for (let turn = 0; turn < mostEmpty; turn++) {
    const claimed = await sql.begin((tx) => claimPlace(tx, now, shares));
    if (claimed !== 'empty') return claimed;
  }
  return undefined;
}

async function claimPlace(tx: Tx, now: Date, shares: Shares): Promise<DeliveryBatch | undefined | 'empty'> {
  const turn = await lockTurn(tx, now, shares);
  if (!turn) return undefined;
  const { webhookId, lane, failing } = turn;
  const until = new Date(now.getTime() + lease);
  // One at a time where it is likely to fail.
  const deliveries = await claimDue(tx, webhookId, { now, until, limit: failing ? 1 : batchSize });
  tx.send(saveHead(tx, webhookId, deliveries.length > 0 ? { lane, until } : {}));
  if (deliveries.length === 0) return 'empty';
  return { turn, sealedSecrets: await liveSecrets(tx, webhookId, now), deliveries };
}
