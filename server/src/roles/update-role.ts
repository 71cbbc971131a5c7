import { changesOf } from '../audit/changes.ts';
import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import { isAdmin, reaches } from '../caller/policy.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { takePrivileges } from '../users/take-privileges.ts';
import { permittedBy } from './permitted-by.ts';
import { presentRole } from './present.ts';
import { refuseParent } from './refuse-parent.ts';
import { mergeInput, type RoleInput } from './role-input.ts';
import {
  findRole,
  inheritsFrom,
  isHeldBeyond,
  isNameTaken,
  type RoleFields,
  type RoleRow,
  saveRole,
} from './store.ts';

type UpdateRefusal = Refusal<
  'NOT_FOUND' | 'VALIDATION_FAILED' | 'PERMISSION_DENIED' | 'ROLE_NAME_TAKEN' | 'ROLE_CYCLE' | 'SYSTEM_ROLE'
>;

export function updateRole(
  context: Context,
  { id, ...input }: RoleInput & { id: string },
): Promise<RoleRow | UpdateRefusal> {
  const { deps, caller, origin } = context;
  return transact(deps, async (tx) => {
    const lost = await takePrivileges(context, tx);
    if (lost) return lost;
    const before = await findRole(tx, id);
    if (!before) return refuse('NOT_FOUND');
    const fields = mergeInput(input, before);
    const changes = changesOf<RoleFields>(before, fields, ['name', 'description', 'parentId', 'permissions']);
    if (!changes) return before;
    const refused = await refuseChange(context, tx, before, fields);
    if (refused) return refused;
    await saveRole(tx, id, fields, origin.now);
    const after = (await findRole(tx, id)) ?? before;
    await record(tx, origin, {
      action: 'ADMIN_ROLE_UPDATED',
      user: caller.user,
      metadata: { roleId: id, name: fields.name, changes },
      about: { role: presentRole(after) },
    });
    return after;
  });
}

async function refuseChange(
  context: Context,
  tx: Db,
  before: RoleRow,
  after: RoleFields,
): Promise<UpdateRefusal | undefined> {
  const { caller } = context;
  if (before.isSystem && changesOf<RoleFields>(before, after, ['name', 'parentId', 'permissions']))
    return refuse('SYSTEM_ROLE');
  if (!reaches(caller, permittedBy(before))) return refuse('PERMISSION_DENIED');
  // Changing what a role permits changes it for everybody who holds it.
  if (!isAdmin(caller) && (await isHeldBeyond(tx, before.id, caller.user)))
    return refuse('PERMISSION_DENIED');
  if (await isNameTaken(tx, after.name, before.id)) return refuse('ROLE_NAME_TAKEN');
  const refused = await refuseParent(context, tx, after);
  if (refused) return refused;
  const cycle = after.parentId !== null && (await inheritsFrom(tx, after.parentId, before.id));
  return cycle ? refuse('ROLE_CYCLE') : undefined;
}
