import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { aboutApplication } from './about-application.ts';
import { deleteRow, lockApplication } from './store.ts';

/** Everything it was granted goes with it: its tokens are worthless on the next call. */
export function deleteApplication(
  { deps, caller, origin }: Context,
  { id }: { id: string },
): Promise<Refusal<'NOT_FOUND'> | undefined> {
  return transact(deps, async (tx) => {
    const application = await lockApplication(tx, id);
    if (!application || !(await deleteRow(tx, id))) return refuse('NOT_FOUND');
    await record(tx, origin, { user: caller.user, ...aboutApplication('DELETED', application) });
    return undefined;
  });
}
