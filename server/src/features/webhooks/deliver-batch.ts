import type { Clock } from '../../platform/clock.ts';
import type { Key } from '../../platform/crypto/seal.ts';
import { forbiddenAddress } from '../../platform/outbound/rules.ts';
import { brokenOff, type Sender, type SendOutcome } from '../../platform/outbound/sender.ts';
import type { DeliveryBatch } from './claim-batch.ts';
import type { ClaimedDelivery, Settled } from './queue-store.ts';
import { answerLimit, batchLimit, nextAttemptAt } from './schedule.ts';
import { openSecrets, signedHeaders } from './sign.ts';

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
    const { outcome, durationMs } = await attempt(tools, turn.url, delivery, secrets);
    // The service is stopping: the next worker tries this delivery as if it were new.
    if ('error' in outcome && outcome.error === brokenOff)
      return { settled, untried: deliveries.slice(settled.length), gone: false };
    settled.push(settleDelivery(delivery, outcome, durationMs, tools.clock.now()));
    const gone = 'status' in outcome && outcome.status === 410;
    if (gone || performance.now() > latest)
      return { settled, untried: deliveries.slice(settled.length), gone };
  }
  return { settled, untried: [], gone: false };
}

async function attempt(
  { clock, sender }: Tools,
  url: string,
  delivery: ClaimedDelivery,
  secrets: readonly Buffer[],
): Promise<{ outcome: SendOutcome; durationMs: number }> {
  // Sealed under another key: a receiver could not verify an unsigned delivery, so nothing is sent.
  if (secrets.length === 0) return { outcome: { error: 'SECRET_UNREADABLE' }, durationMs: 0 };
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Latchkey-Webhooks',
    ...signedHeaders(delivery, secrets, clock.now()),
  };
  const started = performance.now();
  const outcome = await sender.post({ url, headers, body: delivery.body, limitMs: answerLimit });
  // How long a lookup took would tell internal names from unknown ones.
  const unsent = 'error' in outcome && outcome.error === forbiddenAddress;
  return { outcome, durationMs: unsent ? 0 : Math.round(performance.now() - started) };
}

function settleDelivery(
  { id, attempts }: ClaimedDelivery,
  outcome: SendOutcome,
  durationMs: number,
  now: Date,
): Settled {
  const responseStatus = 'status' in outcome ? outcome.status : null;
  const error = 'error' in outcome ? outcome.error : null;
  const tried = { id, attempts, responseStatus, error, durationMs };
  if (responseStatus !== null && responseStatus >= 200 && responseStatus < 300)
    return { ...tried, status: 'SUCCEEDED', nextAttemptAt: null };
  const again = nextAttemptAt(attempts, 'status' in outcome ? outcome.retryAfter : undefined, now);
  return { ...tried, status: again ? 'PENDING' : 'FAILED', nextAttemptAt: again ?? null };
}
