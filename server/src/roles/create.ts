import { uuidv7 } from 'uuidv7';
import { lockPrivileges } from '../accounts/permission-store.ts';
import { record } from '../audit/record.ts';
import type { Caller } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { merged, type RoleInput, refuseParent } from './fields.ts';
import { findRole, insertRole, type RoleRow } from './store.ts';

export function createRole(
  deps: Deps,
  caller: Caller,
  input: RoleInput & { name: string },
  origin: RequestOrigin,
): Promise<RoleRow | Refusal<'VALIDATION_FAILED' | 'PERMISSION_DENIED' | 'ROLE_NAME_TAKEN'>> {
  const fields = merged(input, { name: input.name, description: '', parentId: null, permissions: [] });
  return transact(deps, async (tx) => {
    await lockPrivileges(tx);
    const refused = await refuseParent(tx, caller, fields);
    if (refused) return refused;
    const id = uuidv7();
    if (!(await insertRole(tx, id, fields, origin.now))) return refuse('ROLE_NAME_TAKEN');
    await record(tx, origin, {
      action: 'ADMIN_ROLE_CREATED',
      user: caller.user,
      metadata: { roleId: id, ...fields },
    });
    const role = await findRole(tx, id);
    if (!role) throw new Error('a role that was just inserted is not there');
    return role;
  });
}
