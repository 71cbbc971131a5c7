import type { Clock } from '../clock.ts';
import type { Key } from '../crypto/seal.ts';
import { brokenOff, type Outcome, type Sender } from '../outbound/sender.ts';
import type { Batch } from './claim-batch.ts';
import { nextAttemptAt } from './next-attempt.ts';
import type { ClaimedDelivery, Settled } from './queue-store.ts';
import { answerLimit, batchLimit } from './schedule.ts';
import { openSecrets, signedHeaders } from './sign.ts';

type Tools = { clock: Clock; sender: Sender; key: Key };

/** The outcome of a batch: each delivery that was tried, and those there was no time for. */
export type Delivered = { settled: Settled[]; untried: ClaimedDelivery[]; gone: boolean };

/** One after another, for as long as a batch may take. A receiver that says it is gone is not asked again. */
export async function deliverBatch(
  tools: Tools,
  { place, sealedSecrets, deliveries }: Batch,
): Promise<Delivered> {
  const secrets = openSecrets(tools.key, sealedSecrets);
  const latest = performance.now() + batchLimit;
  const settled: Settled[] = [];
  for (const delivery of deliveries) {
    const { outcome, durationMs } = await attempt(tools, place.url, delivery, secrets);
    // The service is stopping: the next worker tries it as if nobody had.
    if ('error' in outcome && outcome.error === brokenOff)
      return { settled, untried: deliveries.slice(settled.length), gone: false };
    settled.push(settle(delivery, outcome, durationMs, tools.clock.now()));
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
): Promise<{ outcome: Outcome; durationMs: number }> {
  // Sealed under another key: nothing is sent that nobody can verify.
  if (secrets.length === 0) return { outcome: { error: 'SECRET_UNREADABLE' }, durationMs: 0 };
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Latchkey-Webhooks',
    ...signedHeaders(delivery, secrets, clock.now()),
  };
  const started = performance.now();
  const outcome = await sender.post({ url, headers, body: delivery.body, limitMs: answerLimit });
  return { outcome, durationMs: Math.round(performance.now() - started) };
}

function settle({ id, attempts }: ClaimedDelivery, outcome: Outcome, durationMs: number, now: Date): Settled {
  const responseStatus = 'status' in outcome ? outcome.status : null;
  const error = 'error' in outcome ? outcome.error : null;
  const tried = { id, attempts, responseStatus, error, durationMs };
  if (responseStatus !== null && responseStatus >= 200 && responseStatus < 300)
    return { ...tried, status: 'SUCCEEDED', nextAttemptAt: null };
  const again = nextAttemptAt(attempts, 'status' in outcome ? outcome.retryAfter : undefined, now);
  return { ...tried, status: again ? 'PENDING' : 'FAILED', nextAttemptAt: again ?? null };
}
