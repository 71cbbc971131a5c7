import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { aboutApplication } from './about-application.ts';
import { giveSecret } from './new-secret.ts';
import { isPublic } from './policy.ts';
import { lockApplication } from './store.ts';

/** The previous secret works until the next one is made, so there is time to switch. */
export function createApplicationSecret(
  { deps, caller, origin }: Context,
  { id }: { id: string },
): Promise<string | Refusal<'NOT_FOUND' | 'APPLICATION_HAS_NO_SECRET'>> {
  return transact<string | Refusal<'NOT_FOUND' | 'APPLICATION_HAS_NO_SECRET'>>(deps, async (tx) => {
    const application = await lockApplication(tx, id);
    if (!application) return refuse('NOT_FOUND');
    if (isPublic(application)) return refuse('APPLICATION_HAS_NO_SECRET');
    const secret = await giveSecret(tx, id, origin.now);
    await record(tx, origin, { user: caller.user, ...aboutApplication('SECRET_ROTATED', application) });
    return secret;
  });
}
