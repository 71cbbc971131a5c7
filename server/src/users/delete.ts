import { record } from '../audit/record.ts';
import type { Caller } from '../auth/caller.ts';
import type { RequestOrigin } from '../auth/origin.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { countMembers, isSoleOwner } from '../organizations/member-store.ts';
import { deleteOrganization, lockOrganization, type OrganizationRow } from '../organizations/store.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { lockPrivileges } from '../roles/lock-store.ts';
import { refuseLastAdmin } from './change-status.ts';
import { deleteUser as deleteRow } from './status-store.ts';
import { findUser, type UserRow } from './store.ts';
import { about, lockTarget } from './target.ts';

type DeleteRefusal = Refusal<'NOT_FOUND' | 'PERMISSION_DENIED' | 'LAST_ADMIN' | 'LAST_OWNER'>;

export async function deleteUser(
  deps: Deps,
  caller: Caller,
  id: string,
  origin: RequestOrigin,
): Promise<undefined | DeleteRefusal | Refusal<'OWN_ACCOUNT'>> {
  if (id === caller.user.id) return refuse('OWN_ACCOUNT');
  for (;;) {
    const outcome = await transact(deps, (tx) => tryDelete(tx, caller, id, origin));
    if (outcome !== 'moved') return outcome;
  }
}

/** The organization is locked before the user, as everywhere; one that he joined or left meanwhile means once more. */
async function tryDelete(
  tx: Db,
  caller: Caller,
  id: string,
  origin: RequestOrigin,
): Promise<undefined | 'moved' | DeleteRefusal> {
  await lockPrivileges(tx);
  const seen = await findUser(tx, id, origin.now);
  const organization = seen?.organizationId ? await lockOrganization(tx, seen.organizationId) : undefined;
  const user = await lockTarget(tx, caller, id, origin.now);
  if (isRefusal(user)) return user;
  if (user.organizationId !== (organization?.id ?? null)) return 'moved';
  const lastAdmin = await refuseLastAdmin(tx, user, 'deleted');
  if (lastAdmin) return lastAdmin;
  const isAlone = organization !== undefined && (await countMembers(tx, organization.id)) === 1;
  if (organization && !isAlone && (await isSoleOwner(tx, organization.id, id))) return refuse('LAST_OWNER');
  await deleteRow(tx, id);
  await record(tx, origin, { action: 'ADMIN_USER_DELETED', user: caller.user, ...about(user) });
  if (organization && isAlone) await deleteEmptied(tx, caller, organization, user, origin);
  return undefined;
}

async function deleteEmptied(
  tx: Db,
  caller: Caller,
  { id, name, slug }: OrganizationRow,
  lastMember: UserRow,
  origin: RequestOrigin,
): Promise<void> {
  await deleteOrganization(tx, id, origin.now);
  const metadata = { name, slug, lastMemberId: lastMember.id };
  await record(tx, origin, { action: 'ORG_DELETED', user: caller.user, organizationId: id, metadata });
}
