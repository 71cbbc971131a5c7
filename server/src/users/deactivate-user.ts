import type { UserRow } from '../accounts/user-store.ts';
import { type Context, isOwn } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { changeStatus } from './change-status.ts';
import { lockTargetInOrganization } from './lock-target.ts';
import { refuseLastAdmin } from './refuse-last-admin.ts';
import { takePrivileges } from './take-privileges.ts';

/** Nobody locks themselves out. */
export async function deactivateUser(
  context: Context,
  id: string,
): Promise<UserRow | Refusal<'NOT_FOUND' | 'PERMISSION_DENIED' | 'OWN_ACCOUNT' | 'LAST_ADMIN'>> {
  if (isOwn(context.caller, id)) return refuse('OWN_ACCOUNT');
  return transact(context.deps, async (tx) => {
    const lost = await takePrivileges(context, tx);
    if (lost) return lost;
    const user = await lockTargetInOrganization(context, tx, id);
    if (isRefusal(user)) return user;
    const refused = await refuseLastAdmin(tx, user, { isActive: false });
    return refused ?? changeStatus(context, tx, user, { isActive: false });
  });
}
