import { withdrawOutsidersGrants } from '../accounts/application-grant-store.ts';
import { changesOf } from '../audit/changes.ts';
import { record } from '../audit/record.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { aboutApplication } from './about-application.ts';
import type { ApplicationContext } from './parts.ts';
import { refuseFields } from './refuse-fields.ts';
import { type ApplicationFields, type ApplicationRow, lockApplication, saveApplication } from './store.ts';

type Edit = { id: string } & { [F in keyof ApplicationFields]?: ApplicationFields[F] | undefined };
type Updated = ApplicationRow | Refusal<'NOT_FOUND' | 'VALIDATION_FAILED' | 'LOGOUT_URL_FORBIDDEN'>;

export function updateApplication(context: ApplicationContext, { id, ...edit }: Edit): Promise<Updated> {
  const { deps, caller, origin } = context;
  const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
  return transact<Updated>(deps, async (tx) => {
    const before = await lockApplication(tx, id);
    if (!before) return refuse('NOT_FOUND');
    const application: ApplicationRow = { ...before, ...given, updatedAt: origin.now };
    const refusal = await refuseFields(context, tx, application);
    if (refusal) return refusal;
    // Before and after: an address that somebody added to an application is where its codes go.
    const changes = changesOf(before, application, Object.keys(given) as (keyof ApplicationFields)[]);
    if (!changes) return before;
    await saveApplication(tx, id, application, origin.now);
    // Otherwise it would all come back when the application does.
    const { organizationId } = application;
    if (organizationId && organizationId !== before.organizationId)
      await withdrawOutsidersGrants(tx, id, organizationId);
    await record(tx, origin, { user: caller.user, ...aboutApplication('UPDATED', application, { changes }) });
    return application;
  });
}
