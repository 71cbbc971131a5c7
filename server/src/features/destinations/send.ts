import type { Clock } from '../../platform/clock.ts';
import type { Key } from '../../platform/crypto/seal.ts';
import { type Attempt, sendTimed, toldOf } from '../../platform/outbound/send-signed.ts';
import type { Sender } from '../../platform/outbound/sender.ts';
import type { DestinationRow } from './destination-store.ts';
import type { Reading, Request, Written } from './kinds/kind.ts';
import { kinds } from './kinds/kinds.ts';
import { answerLimit } from './schedule.ts';
import { openSettings, withoutSecrets } from './sealed.ts';

export type SendTools = { clock: Clock; sender: Sender; key: Key };

/** What came of a batch. `error`: why it wasn't taken, or not in full. */
export type Sent = Reading & {
  taken: boolean;
  attempt: Attempt;
  request: Request | undefined;
};

type Goal = Pick<DestinationRow, 'id' | 'kind' | 'settings' | 'sealed'>;

/** Sends a batch once. Nothing is held meanwhile. */
export async function sendBatch(
  { clock, sender, key }: SendTools,
  { id, kind, settings, sealed }: Goal,
  batch: Written,
): Promise<Sent> {
  const opened = openSettings(key, sealed);
  // Sealed under another key: the receiver would refuse what is sent without.
  if (!opened) {
    const attempt = { outcome: { error: 'SECRET_UNREADABLE' }, durationMs: 0 };
    return { taken: false, attempt, request: undefined, answer: null, error: 'SECRET_UNREADABLE' };
  }
  const { request: ask, judge } = kinds[kind];
  const request = await ask({ id, settings, sealed: opened }, batch, clock.now());
  const headers = { 'user-agent': 'Latchkey', ...request.headers };
  const attempt = await sendTimed(sender, { ...request, headers, limitMs: answerLimit });
  const { responseStatus, error } = toldOf(attempt);
  const taken = responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
  const answer = 'answer' in attempt.outcome ? attempt.outcome.answer?.toString() : undefined;
  const judged = judge?.(answer && withoutSecrets(answer, opened), taken) ?? { answer: null, error: null };
  if (taken) return { taken, attempt, request, ...judged };
  const why = error ?? `HTTP ${responseStatus}${judged.error ? `: ${judged.error}` : ''}`;
  return { taken, attempt, request, answer: judged.answer, error: why };
}
