import type { UserRow } from '../accounts/user-store.ts';
import type { Context } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { changeStatus } from './change-status.ts';
import { lockTarget } from './lock-target.ts';
import { takePrivileges } from './take-privileges.ts';

export function activateUser(
  context: Context,
  id: string,
): Promise<UserRow | Refusal<'NOT_FOUND' | 'PERMISSION_DENIED'>> {
  return transact(context.deps, async (tx) => {
    const lost = await takePrivileges(context, tx);
    if (lost) return lost;
    const user = await lockTarget(context, tx, id);
    return isRefusal(user) ? user : changeStatus(context, tx, user, { isActive: true });
  });
}
