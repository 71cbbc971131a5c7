import { uuidv7 } from 'uuidv7';
import { record } from '../audit/record.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { aboutWebhook } from './about-webhook.ts';
import type { WithSecret } from './add-webhook.ts';
import type { WebhookContext } from './parts.ts';
import type { Change } from './scope.ts';
import { insertSecret } from './secret-store.ts';
import { newSecret } from './sign.ts';
import { lockWebhook } from './store.ts';

export type Rotation = { id: string; overlapHours: number };

export async function replaceSecret(
  { deps, caller, origin, scope, tx }: Change<WebhookContext>,
  { id, overlapHours }: Rotation,
): Promise<WithSecret | Refusal<'NOT_FOUND'>> {
  const webhook = await lockWebhook(tx, scope, id);
  if (!webhook) return refuse('NOT_FOUND');
  const { now } = origin;
  const { secret, sealed } = newSecret(deps.webhooks.key);
  const overlapUntil = new Date(now.getTime() + overlapHours * 3_600_000);
  await insertSecret(tx, { id: uuidv7(), webhookId: id, sealed, now }, overlapUntil);
  await record(tx, origin, {
    user: caller.user,
    ...aboutWebhook(scope, 'SECRET_ROTATED', webhook, { overlapHours }),
  });
  return { webhook, secret };
}
