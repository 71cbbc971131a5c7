import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { isRefusal } from '../refusal.ts';
import { lockMembership, type MembershipRefusal } from './lock-membership.ts';
import { presentBareOrganization } from './present.ts';
import { countMembers } from './size-store.ts';
import { deleteOrganization as deleteRow } from './store.ts';

export async function deleteOrganization({
  deps,
  caller,
  origin,
}: Context): Promise<undefined | MembershipRefusal> {
  return transact(deps, async (tx) => {
    const locked = await lockMembership(tx, caller, 'OWNER');
    if (isRefusal(locked)) return locked;
    const { id, name, slug } = locked.organization;
    const metadata = { name, slug, memberCount: await countMembers(tx, id) };
    await deleteRow(tx, id, origin.now);
    const about = { organization: presentBareOrganization(locked.organization) };
    await record(tx, origin, { action: 'ORG_DELETED', user: caller.user, metadata, about });
    return undefined;
  });
}
