import type { SystemRole } from '@latchkey/contract';
import { lockPrivileges } from '../accounts/permission-store.ts';
import { findUserByEmail, type UserRow } from '../accounts/user-store.ts';
import { changesOf } from '../audit/changes.ts';
import { record } from '../audit/record.ts';
import type { SystemContext } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { aboutUser } from './about-user.ts';
import { changeStatus } from './change-status.ts';
import { refuseLastAdmin } from './refuse-last-admin.ts';

/** For the command line. Over HTTP a role is one of the fields that `updateUser` changes. */
export function setRole(
  context: SystemContext,
  { email, role }: { email: string; role: SystemRole },
): Promise<UserRow | Refusal<'NOT_FOUND' | 'LAST_ADMIN'>> {
  const { deps, origin } = context;
  return transact(deps, async (tx) => {
    await lockPrivileges(tx);
    const before = await findUserByEmail(tx, email, origin.now);
    if (!before) return refuse('NOT_FOUND');
    const refused = await refuseLastAdmin(tx, before, { role });
    if (refused) return refused;
    const after = await changeStatus(context, tx, before, { role });
    const changes = changesOf<UserRow>(before, after, ['role']);
    if (changes)
      await record(tx, origin, {
        action: 'ADMIN_USER_UPDATED',
        user: null,
        ...aboutUser(before, { changes }, after),
      });
    return after;
  });
}
