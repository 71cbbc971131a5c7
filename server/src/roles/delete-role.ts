import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import { reaches } from '../caller/policy.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { takePrivileges } from '../users/take-privileges.ts';
import { permittedBy } from './permitted-by.ts';
import { presentRole } from './present.ts';
import { deleteUnused, findRole } from './store.ts';

export function deleteRole(
  context: Context,
  id: string,
): Promise<undefined | Refusal<'NOT_FOUND' | 'SYSTEM_ROLE' | 'PERMISSION_DENIED' | 'ROLE_IN_USE'>> {
  const { deps, caller, origin } = context;
  return transact(deps, async (tx) => {
    const lost = await takePrivileges(context, tx);
    if (lost) return lost;
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
