import { type ScimListQuery, scimPage } from '@latchkey/contract';
import { lockUser, suggestLocale, type UserRow, updateNames } from '../../identity/accounts/user-store.ts';
import type { LastOwnerRefusal } from '../../identity/memberships/last-owner.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { snapshot } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { aboutUser } from '../../records/audit/about-user.ts';
import { changeOf, isChanged } from '../../records/audit/change.ts';
import { record } from '../../records/audit/record.ts';
import { activate, deactivate, refuseDeactivation, type Target } from './activity.ts';
import { decideMove, type Move, moveTo } from './addresses.ts';
import type { PersonChanges } from './attributes.ts';
import { type DirectoryContext, inDirectory, notUnique, privileged, reachOf } from './directory.ts';
import { type BadFilter, readFilter } from './filter.ts';
import { deleteLink, isPrivileged, isUserNameTaken, saveLink } from './link-store.ts';
import type { BadPatch } from './operations.ts';
import { readPerson, readPersonPatch } from './patch-person.ts';
import { findPerson, listPeople, type Page, type PersonRow, type Reach } from './person-store.ts';

/** Which part of a list a request asks for. */
export function sliceOf({
  startIndex = 1,
  count = scimPage.usual,
}: Pick<ScimListQuery, 'startIndex' | 'count'>) {
  const limit = Math.min(Math.max(count, 0), scimPage.most);
  return { offset: Math.max(startIndex, 1) - 1, limit };
}

export async function listScimUsers(
  { deps, caller }: DirectoryContext,
  query: ScimListQuery,
): Promise<Page<PersonRow> | BadFilter> {
  const conditions = query.filter ? readFilter(query.filter, 'User') : [];
  if ('refused' in conditions) return conditions;
  return snapshot(deps.sql, async (tx) =>
    listPeople(tx, await reachOf(tx, caller.organizationId), conditions, sliceOf(query)),
  );
}

export async function getScimUser(
  { deps, caller }: DirectoryContext,
  id: string,
): Promise<PersonRow | Refusal<'NOT_FOUND'>> {
  const reach = await reachOf(deps.sql, caller.organizationId);
  return (await findPerson(deps.sql, reach, id)) ?? refuse('NOT_FOUND');
}

type ChangeRefusal =
  | BadPatch
  | LastOwnerRefusal
  | Refusal<'UNAUTHENTICATED' | 'NOT_FOUND' | 'SCIM_FORBIDDEN' | 'SCIM_UNIQUENESS'>;

export function patchScimUser(
  context: DirectoryContext,
  { id, body }: { id: string; body: object },
): Promise<PersonRow | ChangeRefusal> {
  return changePerson(context, id, ({ email }) => readPersonPatch(body, email ?? undefined));
}

/** Names that are left out are cleared; the rest stays. */
export function replaceScimUser(
  context: DirectoryContext,
  { id, body }: { id: string; body: object },
): Promise<PersonRow | ChangeRefusal> {
  return changePerson(context, id, () => {
    const changes = readPerson(body);
    const cleared = { displayName: null, givenName: null, familyName: null };
    return 'refused' in changes ? changes : { ...cleared, ...changes };
  });
}

function changePerson(
  context: DirectoryContext,
  id: string,
  read: (person: PersonRow) => PersonChanges | BadPatch,
): Promise<PersonRow | ChangeRefusal> {
  return inDirectory(context, async (tx, { reach }) => {
    const user = await lockUser(tx, id, context.origin.now);
    const person = user && (await findPerson(tx, reach, id));
    if (!person) return refuse('NOT_FOUND');
    const said = read(person);
    if ('refused' in said) return said;
    const changes = person.organizationRole === null ? takenOfOutsiders(said) : said;
    if (await isPrivileged(tx, id)) return privileged();
    if (Object.keys(changes).length === 0) return person;
    const target = { organizationId: reach.organizationId, user };
    const move = await judge(context, tx, { target, person, reach }, changes);
    if (isRefusal(move)) return move;
    await apply(context, tx, target, { changes, move });
    if (changes.preferredLanguage !== person.preferredLanguage)
      await suggestLanguage(context, tx, id, changes);
    return (await findPerson(tx, reach, id)) ?? refuse('NOT_FOUND');
  });
}

/** What a directory may change of a person who is no member, the rest of whose account is no longer its own. */
function takenOfOutsiders({ active, userName, externalId }: PersonChanges): PersonChanges {
  return {
    ...(active !== undefined && { active }),
    ...(userName !== undefined && { userName }),
    ...(externalId !== undefined && { externalId }),
  };
}

/** Everything that could be refused, before anything is written. */
async function judge(
  context: DirectoryContext,
  tx: Tx,
  { target, person, reach }: { target: Target; person: PersonRow; reach: Reach },
  changes: PersonChanges,
): Promise<Move | undefined | ChangeRefusal> {
  const { userName, active } = changes;
  const naming = { userName: userName ?? person.userName, exceptUserId: person.id, domains: reach.domains };
  if (await isUserNameTaken(tx, reach.organizationId, naming)) return notUnique('This userName is taken.');
  const refused = active === false ? await refuseDeactivation(context, tx, target) : undefined;
  return refused ?? decideMove(context, tx, { person, reach }, changes);
}

async function apply(
  context: DirectoryContext,
  tx: Tx,
  target: Target,
  { changes, move }: { changes: PersonChanges; move: Move | undefined },
): Promise<void> {
  const { organizationId, user } = target;
  const { now } = context.origin;
  const { email: _, active: __, ...kept } = changes;
  const link = { ...kept, sentEmail: move?.sent };
  await saveLink(tx, { userId: user.id, organizationId }, { ...link, email: user.email, now });
  let after = await rename(context, tx, target, changes);
  if (move?.moves) after = await moveTo(context, tx, { organizationId, user: after }, move.sent);
  if (changes.active === false) await deactivate(context, tx, { organizationId, user: after });
  if (changes.active === true) await activate(context, tx, { organizationId, user: after });
}

/** A person who chose no language gets the one that the directory names. */
export async function suggestLanguage(
  { deps, origin }: DirectoryContext,
  tx: Tx,
  userId: string,
  { preferredLanguage }: PersonChanges,
): Promise<void> {
  const locale = deps.languages.negotiate(preferredLanguage ?? undefined);
  if (locale) await suggestLocale(tx, userId, locale, origin.now);
}

/** Changes the names that were sent, and records that if they differ. */
export async function rename(
  { origin }: Pick<DirectoryContext, 'origin'>,
  tx: Tx,
  { user, organizationId }: Target,
  { givenName, familyName }: PersonChanges,
): Promise<UserRow> {
  const before = { ...user, organizationId };
  const after = {
    ...before,
    firstName: givenName === undefined ? user.firstName : givenName,
    lastName: familyName === undefined ? user.lastName : familyName,
    updatedAt: origin.now,
  };
  const change = changeOf<UserRow>(before, after, ['firstName', 'lastName']);
  if (!isChanged(change)) return user;
  await updateNames(tx, user.id, { firstName: after.firstName, lastName: after.lastName }, origin.now);
  const about = aboutUser(before, {}, after);
  await record(tx, origin, { action: 'ADMIN_USER_UPDATED', user: null, ...about, change });
  return { ...user, firstName: after.firstName, lastName: after.lastName };
}

type DeleteRefusal = LastOwnerRefusal | Refusal<'UNAUTHENTICATED' | 'NOT_FOUND' | 'SCIM_FORBIDDEN'>;

/** Deactivates a person and ends membership and link. The account stays: creating them again adopts it. */
export function deleteScimUser(context: DirectoryContext, id: string): Promise<undefined | DeleteRefusal> {
  return inDirectory(context, async (tx, { reach }) => {
    const { organizationId } = reach;
    const user = await lockUser(tx, id, context.origin.now);
    if (!user || !(await findPerson(tx, reach, id))) return refuse('NOT_FOUND');
    if (await isPrivileged(tx, id)) return privileged();
    const target = { organizationId, user };
    // An inactive OWNER may be the last one, too: their membership ends as well.
    const refused = await refuseDeactivation(context, tx, { ...target, user: { ...user, isActive: true } });
    if (refused) return refused;
    await deactivate(context, tx, target, { endsLink: true });
    await deleteLink(tx, { userId: id, organizationId });
    return undefined;
  });
}
