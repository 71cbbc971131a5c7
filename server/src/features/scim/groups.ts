import type { ScimListQuery } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { settleChangedRanks } from '../../identity/memberships/directory-ranks.ts';
import type { Db, Tx } from '../../platform/db/sql.ts';
import { snapshot } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { type AuditEvent, record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import { type BadValue, badValue } from './attributes.ts';
import { type DirectoryContext, inDirectory, notUnique, reachOf } from './directory.ts';
import { type BadFilter, readFilter } from './filter.ts';
import {
  addMembers,
  deleteGroup,
  findGroup,
  findMembers,
  type GroupMember,
  type GroupRow,
  insertGroup,
  isGroupNameTaken,
  listGroups,
  removeMembers,
  updateGroup,
} from './group-store.ts';
import type { BadPatch } from './operations.ts';
import { type GroupChanges, readGroup, readGroupPatch } from './patch-group.ts';
import { sliceOf } from './people.ts';
import { findReached, type Page, type Reach } from './person-store.ts';

/** Undefined members: the request leaves them out. */
export type Group = { group: GroupRow; members: GroupMember[] | undefined };
type Reading = { withMembers: boolean };

export async function listScimGroups(
  { deps, caller }: DirectoryContext,
  { withMembers, ...query }: ScimListQuery & Reading,
): Promise<Page<Group> | BadFilter> {
  const { organizationId } = caller;
  const conditions = query.filter ? readFilter(query.filter, 'Group') : [];
  if ('refused' in conditions) return conditions;
  return snapshot(deps.sql, async (tx) => {
    const { total, rows } = await listGroups(tx, organizationId, conditions, sliceOf(query));
    const all = withMembers ? await membersOf(tx, organizationId, rows) : undefined;
    return { total, rows: rows.map((group) => ({ group, members: all && (all.get(group.id) ?? []) })) };
  });
}

async function membersOf(db: Db, organizationId: string, groups: readonly GroupRow[]) {
  const members = new Map<string, GroupMember[]>();
  if (groups.length === 0) return members;
  const ids = groups.map(({ id }) => id);
  for (const member of await findMembers(db, await reachOf(db, organizationId), ids)) {
    const list = members.get(member.groupId);
    if (list) list.push(member);
    else members.set(member.groupId, [member]);
  }
  return members;
}

async function show(db: Db, group: GroupRow, { withMembers }: Reading): Promise<Group> {
  const all = withMembers ? await membersOf(db, group.organizationId, [group]) : undefined;
  return { group, members: all && (all.get(group.id) ?? []) };
}

export async function getScimGroup(
  { deps, caller }: DirectoryContext,
  { id, withMembers }: { id: string } & Reading,
): Promise<Group | Refusal<'NOT_FOUND'>> {
  const group = await findGroup(deps.sql, caller.organizationId, id);
  return group ? show(deps.sql, group, { withMembers }) : refuse('NOT_FOUND');
}

type NewRefusal = BadPatch | Refusal<'UNAUTHENTICATED' | 'SCIM_UNIQUENESS'>;
type GroupRefusal = NewRefusal | Refusal<'NOT_FOUND'>;

export async function createScimGroup(
  context: DirectoryContext,
  { body, withMembers }: { body: object } & Reading,
): Promise<Group | NewRefusal> {
  const changes = readGroup(body);
  if ('refused' in changes) return changes;
  const { displayName, externalId = null } = changes;
  if (displayName === undefined) return badValue('displayName is required.');
  return inDirectory<Group | NewRefusal>(context, async (tx, { reach }) => {
    const { organizationId } = reach;
    const refused = await judge(tx, reach, changes, null);
    if (refused) return refused;
    const made = { id: uuidv7(), organizationId, displayName, externalId, now: context.origin.now };
    const group = await insertGroup(tx, made);
    const added = await addMembers(tx, group.id, [...changes.added]);
    await recordGroup(tx, { organizationId, group, change: 'created', added: added.length }, context.origin);
    return show(tx, group, { withMembers });
  });
}

export function patchScimGroup(
  context: DirectoryContext,
  { id, body }: { id: string; body: object },
): Promise<Group | GroupRefusal> {
  return changeGroup(context, { id, withMembers: false, changes: readGroupPatch(body) });
}

export function replaceScimGroup(
  context: DirectoryContext,
  { id, body, withMembers }: { id: string; body: object } & Reading,
): Promise<Group | GroupRefusal> {
  return changeGroup(context, { id, withMembers, changes: readGroup(body) });
}

async function changeGroup(
  context: DirectoryContext,
  { id, changes, withMembers }: { id: string; changes: GroupChanges | BadPatch } & Reading,
): Promise<Group | GroupRefusal> {
  return inDirectory<Group | GroupRefusal>(context, async (tx, { reach }) => {
    const group = await findGroup(tx, reach.organizationId, id);
    if (!group) return refuse('NOT_FOUND');
    if (isRefusal(changes)) return changes;
    const refused = await judge(tx, reach, changes, id);
    if (refused) return refused;
    return show(tx, await apply(context, tx, group, changes), { withMembers });
  });
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Everything that could be refused, before anything is written. */
async function judge(
  tx: Tx,
  reach: Reach,
  { displayName, added }: GroupChanges,
  exceptId: string | null,
): Promise<Refusal<'SCIM_UNIQUENESS'> | BadValue | undefined> {
  const { organizationId } = reach;
  if (displayName !== undefined && (await isGroupNameTaken(tx, organizationId, { displayName, exceptId })))
    return notUnique('A group has this displayName.');
  if (added.size === 0) return undefined;
  const ids = [...added];
  const reached = ids.every((id) => uuid.test(id)) ? await findReached(tx, reach, ids) : new Set();
  return reached.size === added.size ? undefined : badValue('A member is not known here.');
}

async function apply(
  context: DirectoryContext,
  tx: Tx,
  group: GroupRow,
  changes: GroupChanges,
): Promise<GroupRow> {
  const { origin } = context;
  const { displayName = group.displayName, externalId = group.externalId } = changes;
  const [added, removed] = [[...changes.added], [...changes.removed].filter((id) => uuid.test(id))];
  const which = changes.replaces ? { allBut: added } : { these: removed };
  const left = await removeMembers(tx, group.id, which);
  const came = await addMembers(tx, group.id, added);
  const isRenamed = displayName !== group.displayName || externalId !== group.externalId;
  if (!isRenamed && left.length + came.length === 0) return group;
  const after = { ...group, displayName, externalId, updatedAt: origin.now };
  await updateGroup(tx, after);
  const { organizationId } = group;
  const told = { organizationId, group: after, change: 'updated' } as const;
  await recordGroup(tx, { ...told, added: came.length, removed: left.length }, origin);
  const userIds = [...left, ...came];
  if (group.role) await settleChangedRanks(context, tx, { organizationId, userIds, actor: null });
  return after;
}

export function deleteScimGroup(
  context: DirectoryContext,
  id: string,
): Promise<undefined | Refusal<'UNAUTHENTICATED' | 'NOT_FOUND'>> {
  const { origin } = context;
  return inDirectory(context, async (tx, { reach: { organizationId } }) => {
    const group = await findGroup(tx, organizationId, id);
    if (!group) return refuse('NOT_FOUND');
    const left = await deleteGroup(tx, id);
    await recordGroup(tx, { organizationId, group, change: 'deleted', removed: left.length }, origin);
    if (group.role) await settleChangedRanks(context, tx, { organizationId, userIds: left, actor: null });
    return undefined;
  });
}

type Told = {
  organizationId: string;
  group: Pick<GroupRow, 'id' | 'displayName'>;
  change: 'created' | 'updated' | 'deleted' | 'mapped';
  actor?: AuditEvent['user'];
  added?: number;
  removed?: number;
  role?: 'ADMIN' | null;
  roles?: string[];
};

export function recordGroup(tx: Tx, { organizationId, group, actor = null, ...told }: Told, origin: Origin) {
  const metadata = { groupId: group.id, displayName: group.displayName, ...told };
  return record(tx, origin, { action: 'ORG_SCIM_GROUP_CHANGED', user: actor, organizationId, metadata });
}
