import { lockPrivileges } from '../accounts/permission-store.ts';
import type { UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { Caller } from '../caller/caller.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { dropInvites } from '../organizations/drop-invites.ts';
import { countMembers, isSoleOwner } from '../organizations/member-store.ts';
import { deleteOrganization, lockOrganization, type OrganizationRow } from '../organizations/store.ts';
import type { RequestOrigin } from '../origin.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { refuseLastAdmin } from './change-status.ts';
import { deleteUser as deleteRow } from './status-store.ts';
import { about, lockTargetInOrganization } from './target.ts';

type DeleteRefusal = Refusal<'NOT_FOUND' | 'PERMISSION_DENIED' | 'LAST_ADMIN' | 'LAST_OWNER'>;

export async function deleteUser(
  deps: Deps,
  caller: Caller,
  id: string,
  origin: RequestOrigin,
): Promise<undefined | DeleteRefusal | Refusal<'OWN_ACCOUNT'>> {
  if (id === caller.user.id) return refuse('OWN_ACCOUNT');
  return transact(deps, (tx) => deleteIn(tx, caller, id, origin));
}

async function deleteIn(
  tx: Db,
  caller: Caller,
  id: string,
  origin: RequestOrigin,
): Promise<undefined | DeleteRefusal> {
  await lockPrivileges(tx);
  const user = await lockTargetInOrganization(tx, caller, id, origin.now);
  if (isRefusal(user)) return user;
  const organization = user.organizationId ? await lockOrganization(tx, user.organizationId) : undefined;
  const lastAdmin = await refuseLastAdmin(tx, user, 'deleted');
  if (lastAdmin) return lastAdmin;
  const isAlone = organization !== undefined && (await countMembers(tx, organization.id)) === 1;
  if (organization && !isAlone && (await isSoleOwner(tx, organization.id, id))) return refuse('LAST_OWNER');
  await dropInvites(tx, user, { actor: caller.user, reason: 'inviter_deleted' }, origin);
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
