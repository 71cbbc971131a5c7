import { record } from '../audit/record.ts';
import type { Origin } from '../origin.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { aboutWebhook } from './about-webhook.ts';
import { startReplay } from './replay-store.ts';
import type { Change } from './scope.ts';
import { lockWebhook } from './store.ts';

export type Since = { id: string; since: Date };
/** Whoever asks for it, or the command line. */
export type Repeating = Pick<Change, 'scope' | 'tx'> & {
  origin: Origin;
  user: Change['caller']['user'] | null;
};

/** The events themselves are queued after the answer, a thousand at a time. */
export async function repeatSince(
  { user, origin, scope, tx }: Repeating,
  { id, since }: Since,
): Promise<Refusal<'NOT_FOUND' | 'WEBHOOK_DISABLED'> | undefined> {
  const webhook = await lockWebhook(tx, scope, id);
  if (!webhook) return refuse('NOT_FOUND');
  if (!webhook.enabled) return refuse('WEBHOOK_DISABLED');
  await startReplay(tx, id, since);
  const metadata = { since: since.toISOString() };
  await record(tx, origin, { user, ...aboutWebhook(scope, 'REPLAYED', webhook, metadata) });
  return undefined;
}
