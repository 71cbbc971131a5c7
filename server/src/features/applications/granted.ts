import type { Context } from '../../identity/caller/caller.ts';
import { withdrawGrants } from '../../identity/credentials/ways-in-store.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { findApplication, type GrantedRow, listGranted } from './application-store.ts';

export function listGrantedApplications({ deps, caller }: Context): Promise<GrantedRow[]> {
  return listGranted(deps.sql, caller.user.id);
}

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
