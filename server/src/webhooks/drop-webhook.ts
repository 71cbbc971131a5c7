import { record } from '../audit/record.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { aboutWebhook } from './about-webhook.ts';
import type { Change } from './scope.ts';
import { lockWebhook, removeWebhook } from './store.ts';

export async function dropWebhook(
  { caller, origin, scope, tx }: Change,
  { id }: { id: string },
): Promise<Refusal<'NOT_FOUND'> | undefined> {
  const webhook = await lockWebhook(tx, scope, id);
  if (!webhook) return refuse('NOT_FOUND');
  await removeWebhook(tx, id);
  await record(tx, origin, { user: caller.user, ...aboutWebhook(scope, 'DELETED', webhook) });
  return undefined;
}
