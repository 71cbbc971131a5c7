import { type CatalogPermission, teamRoleLimits } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import {
  findCatalog,
  findTeamRole,
  findTeamRoles,
  holdCatalog,
  insertTeamRole,
  isKeyTaken,
  lockTeamRole,
  removeTeamRole,
  saveTeamRole,
  type TeamRoleRow,
} from '../../identity/accounts/team-role-store.ts';
import { type ActorContext, actorOf } from '../../identity/caller/caller.ts';
import { presentTeamRole } from '../../identity/memberships/present.ts';
import type { Db, Statement } from '../../platform/db/sql.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { changeOf, type Change as Difference, isChanged } from '../../records/audit/change.ts';
import { record } from '../../records/audit/record.ts';
import { presentCatalog } from './present.ts';
import { type ChangeRefusal, changeIn, type Owner, ownerIn } from './scope.ts';

type Fields = Pick<TeamRoleRow, 'name' | 'description' | 'permissions' | 'isDefault'>;
type Sent<F> = { [Field in keyof F]?: F[Field] | null | undefined };

type Listed = { roles: TeamRoleRow[]; permissions: CatalogPermission[] };

export async function listTeamRoles(
  context: ActorContext,
  owner: Owner,
): Promise<Listed | Refusal<'NO_ORGANIZATION'>> {
  const of = ownerIn(context, owner);
  if (isRefusal(of)) return of;
  const { sql } = context.deps;
  const [roles, catalog] = await Promise.all([findTeamRoles(sql, of), findCatalog(sql)]);
  return { roles, permissions: presentCatalog(catalog) };
}

export async function getTeamRole(
  context: ActorContext,
  owner: Owner,
  { id }: { id: string },
): Promise<TeamRoleRow | Refusal<'NOT_FOUND' | 'NO_ORGANIZATION'>> {
  const of = ownerIn(context, owner);
  if (isRefusal(of)) return of;
  return (await findTeamRole(context.deps.sql, of, id)) ?? refuse('NOT_FOUND');
}

/** Templates have no owner but the service. An operator may keep organizations from making roles of their own. */
function refuseOwn({ deps }: ActorContext, owner: Owner): Refusal<'PERMISSION_DENIED'> | undefined {
  return owner === 'system' || deps.config.organizationRoles ? undefined : refuse('PERMISSION_DENIED');
}

/** Fields that are not sent stay as they are. */
function merge(before: Fields, { name, description, permissions, isDefault }: Sent<Fields>): Fields {
  return {
    name: name ?? before.name,
    description: description === undefined ? before.description : (description ?? ''),
    permissions: permissions ? [...new Set(permissions)].sort() : before.permissions,
    isDefault: isDefault ?? before.isDefault,
  };
}

async function refuseUnknown(
  tx: Db,
  permissions: readonly string[],
): Promise<Refusal<'VALIDATION_FAILED'> | undefined> {
  const { names } = await holdCatalog(tx);
  const unknown = permissions.filter((each) => !names.includes(each));
  if (unknown.length === 0) return undefined;
  return refuse('VALIDATION_FAILED', {
    details: { permissions: unknown.map((each) => `There is no permission ${each}.`) },
  });
}

type CreateRefusal = ChangeRefusal | Refusal<'VALIDATION_FAILED' | 'ROLE_KEY_TAKEN' | 'ROLE_LIMIT_REACHED'>;

export async function createTeamRole(
  context: ActorContext,
  owner: Owner,
  { key, ...sent }: Sent<Fields> & { key: string; name: string },
): Promise<TeamRoleRow | CreateRefusal> {
  const { now } = context.origin;
  const denied = refuseOwn(context, owner);
  if (denied) return denied;
  const empty = { name: sent.name, description: '', permissions: [], isDefault: false };
  const fields = merge(empty, sent);
  return changeIn(context, owner, async ({ tx, owner: organizationId }) => {
    const unknown = await refuseUnknown(tx, fields.permissions);
    if (unknown) return unknown;
    if (await isKeyTaken(tx, organizationId, key)) return refuse('ROLE_KEY_TAKEN');
    const role = { id: uuidv7(), organizationId, key, ...fields, createdAt: now, updatedAt: now };
    const limit = teamRoleLimits.roles;
    if (!(await insertTeamRole(tx, role, limit))) return refuse('ROLE_LIMIT_REACHED', { details: { limit } });
    const { name, permissions, isDefault } = fields;
    await recordRole(context, tx, ['CREATED', role], { metadata: { name, permissions, isDefault } });
    return role;
  });
}

export async function updateTeamRole(
  context: ActorContext,
  owner: Owner,
  { id, ...sent }: Sent<Fields> & { id: string },
): Promise<TeamRoleRow | ChangeRefusal | Refusal<'NOT_FOUND' | 'VALIDATION_FAILED'>> {
  const denied = refuseOwn(context, owner);
  if (denied) return denied;
  return changeIn(context, owner, async ({ tx, owner: organizationId }) => {
    const unknown = await refuseUnknown(tx, sent.permissions ?? []);
    const before = await lockTeamRole(tx, organizationId, id);
    if (!before) return refuse('NOT_FOUND');
    if (unknown) return unknown;
    const after = { ...before, ...merge(before, sent), updatedAt: context.origin.now };
    const change = changeOf<Fields>(before, after, ['name', 'description', 'permissions', 'isDefault']);
    if (!isChanged(change)) return before;
    await saveTeamRole(tx, after);
    await recordRole(context, tx, ['UPDATED', after], { change });
    return after;
  });
}

export function deleteTeamRole(
  context: ActorContext,
  owner: Owner,
  { id }: { id: string },
): Promise<undefined | ChangeRefusal | Refusal<'NOT_FOUND'>> {
  return changeIn(context, owner, async ({ tx, owner: organizationId }) => {
    const role = await lockTeamRole(tx, organizationId, id);
    if (!role) return refuse('NOT_FOUND');
    await removeTeamRole(tx, id);
    await recordRole(context, tx, ['DELETED', role]);
    return undefined;
  });
}

type Recorded = { metadata?: object; change?: Difference };

function recordRole(
  { caller, origin }: ActorContext,
  tx: Db,
  [what, role]: ['CREATED' | 'UPDATED' | 'DELETED', TeamRoleRow],
  { metadata, change }: Recorded = {},
): Statement {
  const scope = role.organizationId ? ('ORG_ROLE' as const) : ('ADMIN_ORGANIZATION_ROLE' as const);
  return record(tx, origin, {
    action: `${scope}_${what}` as const,
    user: actorOf(caller),
    metadata: { roleId: role.id, key: role.key, ...metadata },
    about: { organizationRole: presentTeamRole(role) },
    ...(change && { change }),
  });
}
