import { permissions, ranksBelow } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { findStandings } from '../../identity/accounts/permission-store.ts';
import { findCatalog } from '../../identity/accounts/team-role-store.ts';
import { type ActorContext, actorOf, type Context, type Holder } from '../../identity/caller/caller.ts';
import { isAdmin, mayGive, reaches } from '../../identity/caller/policy.ts';
import type { Db } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { changeOf, isChanged } from '../../records/audit/change.ts';
import { record } from '../../records/audit/record.ts';
import { takePrivileges } from '../users/status.ts';
import { presentRole } from './present.ts';
import {
  deleteUnused,
  findRole,
  findRoles,
  inheritsFrom,
  insertRole,
  isHeldBeyond,
  isNameTaken,
  type RoleFields,
  type RoleRow,
  saveRole,
} from './role-store.ts';

function permittedBy(role: RoleRow): string[] {
  return [...role.permissions, ...role.inheritedPermissions];
}

/** The parent a role is to have. None is fine; one that does not exist, or permits more than the caller may give, is not. */
async function refuseParent(
  { caller }: ActorContext,
  tx: Db,
  role: RoleFields,
): Promise<Refusal<'VALIDATION_FAILED' | 'PERMISSION_DENIED'> | undefined> {
  const parent = role.parentId === null ? undefined : await findParent(tx, role.parentId);
  if (isRefusal(parent)) return parent;
  const permitted = [...role.permissions, ...(parent ? permittedBy(parent) : [])];
  return mayGive(caller, permitted) ? undefined : refuse('PERMISSION_DENIED');
}

async function findParent(tx: Db, id: string): Promise<RoleRow | Refusal<'VALIDATION_FAILED'>> {
  const parent = await findRole(tx, id);
  return parent ?? refuse('VALIDATION_FAILED', { details: { parentId: ['There is no such role.'] } });
}

/** What the catalog of organizations' permissions lists means nothing to the service. It changes under the same lock. */
async function refuseTaken(
  tx: Db,
  { permissions: listed }: Pick<RoleFields, 'permissions'>,
): Promise<Refusal<'PERMISSION_NAME_TAKEN'> | undefined> {
  const { names } = await findCatalog(tx);
  const taken = listed.filter((each) => names.includes(each));
  return taken.length > 0 ? refuse('PERMISSION_NAME_TAKEN', { details: { permissions: taken } }) : undefined;
}

/** A role as requested. Fields that are not sent stay as they are. */
export type RoleInput = {
  name?: string | undefined;
  description?: string | null | undefined;
  parentId?: string | null | undefined;
  permissions?: string[] | undefined;
};

function mergeInput(input: RoleInput, before: RoleFields): RoleFields {
  const { name = before.name, parentId = before.parentId, permissions = before.permissions } = input;
  const description = input.description === undefined ? before.description : (input.description ?? '');
  return { name, description, parentId, permissions: [...new Set(permissions)] };
}

export function createRole(
  context: ActorContext,
  input: RoleInput & { name: string },
): Promise<
  RoleRow | Refusal<'VALIDATION_FAILED' | 'PERMISSION_DENIED' | 'ROLE_NAME_TAKEN' | 'PERMISSION_NAME_TAKEN'>
> {
  const { deps, caller, origin } = context;
  const fields = mergeInput(input, { name: input.name, description: '', parentId: null, permissions: [] });
  return transact(deps, async (tx) => {
    const lost = await takePrivileges(context, tx);
    if (lost) return lost;
    const refused = (await refuseParent(context, tx, fields)) ?? (await refuseTaken(tx, fields));
    if (refused) return refused;
    const id = uuidv7();
    if (!(await insertRole(tx, id, fields, origin.now))) return refuse('ROLE_NAME_TAKEN');
    const role = await findRole(tx, id);
    if (!role) throw new Error('a role that was just inserted is not there');
    await record(tx, origin, {
      action: 'ADMIN_ROLE_CREATED',
      user: actorOf(caller),
      metadata: { roleId: id, ...fields },
      about: { role: presentRole(role) },
    });
    return role;
  });
}

export async function getRole({ deps }: Context, id: string): Promise<RoleRow | Refusal<'NOT_FOUND'>> {
  return (await findRole(deps.sql, id)) ?? refuse('NOT_FOUND');
}

export function listRoles({ deps }: Pick<Context, 'deps'>): Promise<RoleRow[]> {
  return findRoles(deps.sql);
}

type UpdateRefusal = Refusal<
  | 'NOT_FOUND'
  | 'VALIDATION_FAILED'
  | 'PERMISSION_DENIED'
  | 'ROLE_NAME_TAKEN'
  | 'PERMISSION_NAME_TAKEN'
  | 'ROLE_CYCLE'
  | 'SYSTEM_ROLE'
>;

export function updateRole(
  context: ActorContext,
  { id, ...input }: RoleInput & { id: string },
): Promise<RoleRow | UpdateRefusal> {
  const { deps, caller, origin } = context;
  return transact(deps, async (tx) => {
    const lost = await takePrivileges(context, tx);
    if (lost) return lost;
    const before = await findRole(tx, id);
    if (!before) return refuse('NOT_FOUND');
    const fields = mergeInput(input, before);
    const change = changeOf<RoleFields>(before, fields, ['name', 'description', 'parentId', 'permissions']);
    if (!isChanged(change)) return before;
    const refused = await refuseChange(context, tx, before, fields);
    if (refused) return refused;
    await saveRole(tx, id, fields, origin.now);
    const after = (await findRole(tx, id)) ?? before;
    await record(tx, origin, {
      action: 'ADMIN_ROLE_UPDATED',
      user: actorOf(caller),
      metadata: { roleId: id, name: fields.name },
      change,
      about: { role: presentRole(after) },
    });
    return after;
  });
}

/** Whom the holder of `roles:write` reaches, for the database to compare. */
function reachIn({ user, permissions: held }: Holder) {
  const lacked = permissions.filter((each) => !held.includes(each));
  return { organizationId: user.organizationId, ranks: [...ranksBelow(user.organizationRole)], lacked };
}

/** Changing a role counts as giving it to each of its holders. */
async function reachesHolders({ user }: Holder, tx: Db, { id }: RoleRow): Promise<boolean> {
  const [self] = (await findStandings(tx, [user.id])).values();
  return self !== undefined && (isAdmin(self) || !(await isHeldBeyond(tx, id, reachIn(self))));
}

async function refuseChange(
  context: ActorContext,
  tx: Db,
  before: RoleRow,
  after: RoleFields,
): Promise<UpdateRefusal | undefined> {
  const { caller } = context;
  const ofSystem = changeOf<RoleFields>(before, after, ['name', 'parentId', 'permissions']);
  if (before.isSystem && isChanged(ofSystem)) return refuse('SYSTEM_ROLE');
  if (!reaches(caller, permittedBy(before))) return refuse('PERMISSION_DENIED');
  if (caller.kind !== 'system' && !(await reachesHolders(caller, tx, before)))
    return refuse('PERMISSION_DENIED');
  if (await isNameTaken(tx, after.name, before.id)) return refuse('ROLE_NAME_TAKEN');
  const refused = (await refuseParent(context, tx, after)) ?? (await refuseTaken(tx, after));
  if (refused) return refused;
  const cycle = after.parentId !== null && (await inheritsFrom(tx, after.parentId, before.id));
  return cycle ? refuse('ROLE_CYCLE') : undefined;
}

export function deleteRole(
  context: ActorContext,
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
    await record(tx, origin, { action: 'ADMIN_ROLE_DELETED', user: actorOf(caller), metadata, about });
    return undefined;
  });
}
