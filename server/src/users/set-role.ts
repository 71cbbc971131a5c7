import type { SystemRole } from '@latchkey/contract';
import { lockPrivileges } from '../accounts/permission-store.ts';
import { findUserByEmail } from '../accounts/user-store.ts';
import { changesOf } from '../audit/changes.ts';
import { record } from '../audit/record.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { fromCommandLine } from '../origin.ts';
import { changeStatus, refuseLastAdmin } from './change-status.ts';
import { about } from './target.ts';

/** `latchkey user set-role`. The fault in words when it is refused. */
export function setRoleByEmail(deps: Deps, email: string, role: SystemRole): Promise<string | undefined> {
  const origin = fromCommandLine(deps.clock.now());
  return transact(deps, async (tx) => {
    await lockPrivileges(tx);
    const user = await findUserByEmail(tx, email, origin.now);
    if (!user) return `There is no account with the email ${email}.`;
    if (await refuseLastAdmin(tx, user, { role }))
      return `${email} is the last active ADMIN. Make another one first.`;
    const changes = changesOf(user, await changeStatus(tx, null, user, { role }, origin), ['role']);
    if (changes)
      await record(tx, origin, { action: 'ADMIN_USER_UPDATED', user: null, ...about(user, { changes }) });
    return undefined;
  });
}
