import { lockPrivileges } from '../accounts/permission-store.ts';
import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import { reaches } from '../caller/policy.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { permittedBy } from './permitted-by.ts';
import { presentRole } from './present.ts';
import { deleteUnused, findRole } from './store.ts';

export function deleteRole(
  { deps, caller, origin }: Context,
  id: string,
): Promise<undefined | Refusal<'NOT_FOUND' | 'SYSTEM_ROLE' | 'PERMISSION_DENIED' | 'ROLE_IN_USE'>> {
  return transact(deps, async (tx) => {
    await lockPrivileges(tx);
    const role = await findRole(tx, id);
    if (!role) return refuse('NOT_FOUND');
    if (role.isSystem) return refuse('SYSTEM_ROLE');
    if (!reaches(caller, permittedBy(role))) return refuse('PERMISSION_DENIED');
    if (!(await deleteUnused(tx, id))) return refuse('ROLE_IN_USE');
    const metadata = { roleId: id, name: role.name };
    const about = { role: presentRole(role) };
    await record(tx, origin, { action: 'ADMIN_ROLE_DELETED', user: caller.user, metadata, about });
    return undefined;
  });
}
