import { record } from '../audit/record.ts';
import type { Caller } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import { isRefusal } from '../refusal.ts';
import { type EnterRefusal, enterOrganization } from './enter.ts';
import { countMembers } from './member-store.ts';
import { deleteOrganization as deleteRow } from './store.ts';

export async function deleteOrganization(
  deps: Deps,
  caller: Caller,
  origin: RequestOrigin,
): Promise<undefined | EnterRefusal> {
  return transact(deps, async (tx) => {
    const entered = await enterOrganization(tx, caller, 'OWNER');
    if (isRefusal(entered)) return entered;
    const { id, name, slug } = entered.organization;
    const metadata = { name, slug, memberCount: await countMembers(tx, id) };
    await deleteRow(tx, id, origin.now);
    await record(tx, origin, { action: 'ORG_DELETED', user: caller.user, metadata });
    return undefined;
  });
}
