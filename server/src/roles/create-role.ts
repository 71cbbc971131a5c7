import { uuidv7 } from 'uuidv7';
import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { takePrivileges } from '../users/take-privileges.ts';
import { presentRole } from './present.ts';
import { refuseParent } from './refuse-parent.ts';
import { mergeInput, type RoleInput } from './role-input.ts';
import { findRole, insertRole, type RoleRow } from './store.ts';

export function createRole(
  context: Context,
  input: RoleInput & { name: string },
): Promise<RoleRow | Refusal<'VALIDATION_FAILED' | 'PERMISSION_DENIED' | 'ROLE_NAME_TAKEN'>> {
  const { deps, caller, origin } = context;
  const fields = mergeInput(input, { name: input.name, description: '', parentId: null, permissions: [] });
  return transact(deps, async (tx) => {
    const lost = await takePrivileges(context, tx);
    if (lost) return lost;
    const refused = await refuseParent(context, tx, fields);
    if (refused) return refused;
    const id = uuidv7();
    if (!(await insertRole(tx, id, fields, origin.now))) return refuse('ROLE_NAME_TAKEN');
    const role = await findRole(tx, id);
    if (!role) throw new Error('a role that was just inserted is not there');
    await record(tx, origin, {
      action: 'ADMIN_ROLE_CREATED',
      user: caller.user,
      metadata: { roleId: id, ...fields },
      about: { role: presentRole(role) },
    });
    return role;
  });
}
