import { withdrawGrants } from '../accounts/application-grant-store.ts';
import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findApplication } from './store.ts';

export function withdrawApplication(
  { deps, caller: { user }, origin }: Context,
  { id }: { id: string },
): Promise<Refusal<'NOT_FOUND'> | undefined> {
  return transact(deps, async (tx) => {
    const application = await findApplication(tx, id);
    if (!application || !(await withdrawGrants(tx, user.id, { applicationId: id })))
      return refuse('NOT_FOUND');
    const { clientId, name } = application;
    const metadata = { applicationId: id, clientId, name, reason: 'withdrawn' };
    await record(tx, origin, { action: 'AUTH_APP_REVOKED', user, metadata });
    return undefined;
  });
}
