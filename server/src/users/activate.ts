import { lockPrivileges } from '../accounts/permission-store.ts';
import type { UserRow } from '../accounts/user-store.ts';
import type { Caller } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { changeStatus, refuseLastAdmin } from './change-status.ts';
import { lockTarget, lockTargetInOrganization } from './target.ts';

type TargetRefusal = Refusal<'NOT_FOUND' | 'PERMISSION_DENIED'>;

export function activateUser(
  deps: Deps,
  caller: Caller,
  id: string,
  origin: RequestOrigin,
): Promise<UserRow | TargetRefusal> {
  return transact(deps, async (tx) => {
    await lockPrivileges(tx);
    const user = await lockTarget(tx, caller, id, origin.now);
    return isRefusal(user) ? user : changeStatus(tx, caller.user, user, { isActive: true }, origin);
  });
}

/** Nobody locks himself out. */
export async function deactivateUser(
  deps: Deps,
  caller: Caller,
  id: string,
  origin: RequestOrigin,
): Promise<UserRow | TargetRefusal | Refusal<'OWN_ACCOUNT' | 'LAST_ADMIN'>> {
  if (id === caller.user.id) return refuse('OWN_ACCOUNT');
  return transact(deps, async (tx) => {
    await lockPrivileges(tx);
    const user = await lockTargetInOrganization(tx, caller, id, origin.now);
    if (isRefusal(user)) return user;
    const refused = await refuseLastAdmin(tx, user, { isActive: false });
    return refused ?? changeStatus(tx, caller.user, user, { isActive: false }, origin);
  });
}
