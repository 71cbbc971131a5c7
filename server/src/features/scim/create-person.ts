import { uuidv7 } from 'uuidv7';
import { isLeaving } from '../../identity/accounts/deletion-store.ts';
import {
  findUserByEmail,
  hasKnownOwner,
  insertUser,
  lockUser,
  type UserRow,
} from '../../identity/accounts/user-store.ts';
import { lockEach } from '../../identity/connections/admit.ts';
import { reclaimFor } from '../../identity/connections/reclaim-for.ts';
import { brandIn } from '../../identity/memberships/brand.ts';
import { join, recordProvisioned } from '../../identity/memberships/join.ts';
import { findMember, findRanks } from '../../identity/memberships/member-store.ts';
import { lockOrganization } from '../../identity/memberships/organization-store.ts';
import { cancelDeletionOf } from '../../identity/recovery/deletion.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { StartOver, transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { aboutUser } from '../../records/audit/about-user.ts';
import { mailUser } from '../../records/email/outbox.ts';
import { activate, deactivate } from './activity.ts';
import { readAddress } from './addresses.ts';
import { badValue, type PersonChanges } from './attributes.ts';
import { type DirectoryContext, forbidden, isProven, notUnique, privileged, reachOf } from './directory.ts';
import { isPrivileged, isTokenLive, isUserNameTaken, saveLink } from './link-store.ts';
import type { BadPatch } from './operations.ts';
import { readPerson } from './patch-person.ts';
import { rename, suggestLanguage } from './people.ts';
import { findPerson, type PersonRow } from './person-store.ts';

type Created = PersonRow | BadPatch | Refusal<'UNAUTHENTICATED' | 'SCIM_FORBIDDEN' | 'SCIM_UNIQUENESS'>;
type New = PersonChanges & { userName: string; email: string };

/** Creates a person, or takes over the account that has the address, as far as the organization may. */
export async function createScimUser(context: DirectoryContext, body: object): Promise<Created> {
  const changes = readPerson(body);
  if ('refused' in changes) return changes;
  const { userName } = changes;
  if (userName === undefined) return badValue('userName is required.');
  const address = readAddress(changes.email ?? userName);
  if ('refused' in address) return address;
  return transact(context.deps, (tx) => create(context, tx, { ...changes, userName, ...address }));
}

async function create(context: DirectoryContext, tx: Tx, wanted: New): Promise<Created> {
  const { organizationId } = context.caller;
  const held = await lockHolder(context, tx, wanted.email);
  if (isRefusal(held)) return held;
  const reach = await reachOf(tx, organizationId);
  if (!isProven(reach, wanted.email))
    return forbidden('The address is in no domain that the organization has verified.');
  const naming = { userName: wanted.userName, exceptUserId: held?.id ?? null, domains: reach.domains };
  if (await isUserNameTaken(tx, organizationId, naming)) return notUnique('This userName is taken.');
  const user = held ? await takeOver(context, tx, held, wanted) : await insert(context, tx, wanted);
  if (isRefusal(user)) return user;
  if (wanted.active === false && !user.isAsBefore) await deactivate(context, tx, { organizationId, user });
  const person = await findPerson(tx, reach, user.id);
  if (!person) throw new Error('a person who was just created is not there');
  return person;
}

/** The account that has the address, locked after every organization that it belongs to, and this one. */
async function lockHolder(
  { caller, origin }: DirectoryContext,
  tx: Tx,
  email: string,
): Promise<UserRow | undefined | Refusal<'UNAUTHENTICATED'>> {
  const seen = await findUserByEmail(tx, email, origin.now);
  const theirs = seen ? await findRanks(tx, seen.id) : [];
  const locked = await lockEach(tx, [caller.organizationId, ...theirs.map((rank) => rank.organizationId)]);
  const isLive = locked.has(caller.organizationId) && (await isTokenLive(tx, caller.tokenId));
  if (!isLive) return refuse('UNAUTHENTICATED');
  if (!seen) return undefined;
  const user = await lockUser(tx, seen.id, origin.now);
  const ranks = await findRanks(tx, seen.id);
  const isLocked = ranks.every(({ organizationId }) => locked.has(organizationId));
  if (user?.email !== email || !isLocked) throw new StartOver('the account changed meanwhile');
  return user;
}

/** `isAsBefore`: nothing but the link is new. */
type Settled = UserRow & { isAsBefore?: true };

async function insert(
  context: DirectoryContext,
  tx: Tx,
  wanted: New,
): Promise<Settled | Refusal<'SCIM_UNIQUENESS'>> {
  const { caller, origin } = context;
  const { email, givenName = null, familyName = null } = wanted;
  const { now } = origin;
  const made = { id: uuidv7(), email, username: null, passwordHash: null, role: 'USER' as const };
  const names = { firstName: givenName, lastName: familyName };
  const user = await insertUser(tx, { ...made, ...names, emailVerifiedAt: now, now });
  if (!user) return notUnique('Another account has this address, or can still get it back.');
  await link(context, tx, user.id, wanted);
  const by = { kind: 'directory', adopted: false } as const;
  await join(tx, { user, organization: caller.organizationId, by }, origin);
  return user;
}

async function link(context: DirectoryContext, tx: Tx, userId: string, wanted: New): Promise<void> {
  const { caller, origin } = context;
  const { active: _, ...kept } = wanted;
  const change = { ...kept, sentEmail: wanted.email, now: origin.now };
  await saveLink(tx, { userId, organizationId: caller.organizationId }, change);
  await suggestLanguage(context, tx, userId, wanted);
}

/** An account that exists is reclaimed, linked or adopted, or stays out of reach. */
async function takeOver(
  context: DirectoryContext,
  tx: Tx,
  user: UserRow,
  wanted: New,
): Promise<Settled | Refusal<'SCIM_FORBIDDEN' | 'SCIM_UNIQUENESS'>> {
  const { deps, caller, origin } = context;
  const { organizationId } = caller;
  if (await isPrivileged(tx, user.id)) return privileged();
  const reach = { organizationId, domains: [] };
  if ((await findPerson(tx, reach, user.id))?.isLinked)
    return notUnique('The directory manages this person already.');
  const member = await findMember(tx, organizationId, user.id);
  const isKnown = await hasKnownOwner(tx, user.id, deps.config);
  if (isKnown && (await isLeaving(tx, user.id)))
    return notUnique('An account with this address is about to be deleted.');
  if (isKnown && !member && (await findRanks(tx, user.id)).length > 0)
    return notUnique(
      'An account with this address belongs to another organization. Invite the person instead.',
    );
  await link(context, tx, user.id, wanted);
  if (isKnown && member) {
    await recordProvisioned(tx, { ...member, organizationId }, { adopted: true }, origin);
    return { ...user, isAsBefore: true };
  }
  const claimed = isKnown ? undefined : await claim(context, tx, user);
  return adopt(context, tx, { user: claimed?.user ?? user, deleted: claimed?.deletedOrganization }, wanted);
}

/** The person who set up the account never proved that the address is theirs: nothing of them stays. */
async function claim(context: DirectoryContext, tx: Tx, user: UserRow) {
  const { caller, origin } = context;
  const by = { actor: null, about: aboutUser(user) };
  const kept = await cancelDeletionOf(tx, user, { reason: 'activated', by }, origin);
  const claimed = await reclaimFor(context, tx, kept ?? user, {
    organizationId: caller.organizationId,
    reason: 'scim',
  });
  const names = { givenName: null, familyName: null };
  const { organizationId } = caller;
  return { ...claimed, user: await rename(context, tx, { organizationId, user: claimed.user }, names) };
}

async function adopt(
  context: DirectoryContext,
  tx: Tx,
  { user, deleted }: { user: UserRow; deleted: string | undefined },
  wanted: New,
): Promise<Settled> {
  const { deps, caller, origin } = context;
  const { organizationId } = caller;
  const wasMember = (await findMember(tx, organizationId, user.id)) !== undefined;
  const named = await rename(context, tx, { organizationId, user }, wanted);
  // Joins, unless they are a member, and lifts what a directory did.
  await activate(context, tx, { organizationId, user: named });
  const member = wasMember && (await findMember(tx, organizationId, user.id));
  if (member) await recordProvisioned(tx, { ...member, organizationId }, { adopted: true }, origin);
  const [organization, brand] = await Promise.all([
    lockOrganization(tx, organizationId),
    brandIn(tx, organizationId),
  ]);
  const after = (await lockUser(tx, user.id, origin.now)) ?? named;
  await mailUser(deps, tx, after, {
    type: 'directory_joined',
    organizationName: organization?.name ?? '',
    deletedOrganization: deleted,
    brand,
    at: origin.now,
    link: `${deps.config.baseUrl}/profile`,
  });
  return after;
}
