import type { Clock } from '../../platform/clock.ts';
import type { Key } from '../../platform/crypto/seal.ts';
import { type Attempt, sendSigned, toldOf } from '../../platform/outbound/send-signed.ts';
import { brokenOff, type Sender } from '../../platform/outbound/sender.ts';
import { openSecrets } from '../../platform/outbound/sign.ts';
import type { DeliveryBatch } from './claim-batch.ts';
import type { ClaimedDelivery, Settled } from './queue-store.ts';
import { answerLimit, batchLimit, nextAttemptAt } from './schedule.ts';

type Tools = { clock: Clock; sender: Sender; key: Key };

/** The outcome of a batch: each delivery that was tried, and those there was no time for. */
export type Delivered = { settled: Settled[]; untried: ClaimedDelivery[]; gone: boolean };

/**
 * Tries one delivery after another, until the batch's time is up. A receiver that says it is gone is not tried again.
 */
export async function deliverBatch(
  tools: Tools,
  { turn, sealedSecrets, deliveries }: DeliveryBatch,
): Promise<Delivered> {
  const secrets = openSecrets(tools.key, sealedSecrets);
  const latest = performance.now() + batchLimit;
  const settled: Settled[] = [];
  for (const delivery of deliveries) {
    const attempt = await sendSigned(tools, {
      url: turn.url,
      headers: { 'content-type': 'application/json', 'user-agent': 'Latchkey-Webhooks' },
      id: delivery.eventId,
      body: delivery.body,
      secrets,
      limitMs: answerLimit,
    });
    const { outcome } = attempt;
    // The service is stopping: the next worker tries this delivery as if it were new.
    if ('error' in outcome && outcome.error === brokenOff)
      return { settled, untried: deliveries.slice(settled.length), gone: false };
    settled.push(settleDelivery(delivery, attempt, tools.clock.now()));
    const gone = 'status' in outcome && outcome.status === 410;
    if (gone || performance.now() > latest)
      return { settled, untried: deliveries.slice(settled.length), gone };
  }
  return { settled, untried: [], gone: false };
}

function settleDelivery({ id, attempts }: ClaimedDelivery, attempt: Attempt, now: Date): Settled {
  const { outcome } = attempt;
  const told = toldOf(attempt);
  const { responseStatus } = told;
  const tried = { id, attempts, ...told };
  if (responseStatus !== null && responseStatus >= 200 && responseStatus < 300)
    return { ...tried, status: 'SUCCEEDED', nextAttemptAt: null };
  const again = nextAttemptAt(attempts, 'status' in outcome ? outcome.retryAfter : undefined, now);
  return { ...tried, status: again ? 'PENDING' : 'FAILED', nextAttemptAt: again ?? null };
}
