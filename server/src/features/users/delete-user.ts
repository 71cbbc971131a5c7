import type { UserRow } from '../../identity/accounts/user-store.ts';
import { type Context, isOwn } from '../../identity/caller/caller.ts';
import type { Deps } from '../../identity/deps.ts';
import { recordSuccessor } from '../../identity/memberships/change-rank.ts';
import { findOrphaned } from '../../identity/memberships/every-membership.ts';
import { findKnownSecrets } from '../../identity/memberships/known-secret-store.ts';
import type { LastOwnerRefusal } from '../../identity/memberships/last-owner.ts';
import { hasOthers } from '../../identity/memberships/member-store.ts';
import { dropInvitesEverywhere } from '../../identity/memberships/memberships.ts';
import { deleteOrganization, type OrganizationRow } from '../../identity/memberships/organization-store.ts';
import { presentBareOrganization } from '../../identity/memberships/present.ts';
import { tellOwners } from '../../identity/memberships/tell-to-rotate.ts';
import type { Db } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { aboutUser } from '../../records/audit/about-user.ts';
import { record, recordErased } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import { erasePerson } from './erase-user.ts';
import { lockTargetInOrganizations, refuseLastAdmin, seenInEach, takePrivileges } from './status.ts';
import { removeUser } from './status-store.ts';

type DeleteRefusal = LastOwnerRefusal | Refusal<'NOT_FOUND' | 'PERMISSION_DENIED' | 'LAST_ADMIN'>;

/** `erase`: what is kept about the person outside their account goes, too. */
export async function deleteUser(
  context: Context,
  { id, erase = false }: { id: string; erase?: boolean | undefined },
): Promise<undefined | DeleteRefusal | Refusal<'OWN_ACCOUNT'>> {
  if (isOwn(context.caller, id)) return refuse('OWN_ACCOUNT');
  return transact(context.deps, (tx) => deleteIn(context, tx, { id, erase }));
}

async function deleteIn(
  context: Context,
  tx: Db,
  { id, erase }: { id: string; erase: boolean },
): Promise<undefined | DeleteRefusal> {
  const { caller, origin } = context;
  const lost = await takePrivileges(context, tx);
  if (lost) return lost;
  const locked = await lockTargetInOrganizations(context, tx, id);
  if (isRefusal(locked)) return locked;
  const { user, organizations } = locked;
  const lastAdmin = await refuseLastAdmin(tx, user, 'deleted');
  if (lastAdmin) return lastAdmin;
  const orphaned = await findOrphaned(tx, context.deps.config, id, organizations);
  if (isRefusal(orphaned)) return orphaned;
  const seen = await seenInEach(tx, user);
  await dropInvitesEverywhere(tx, id, { actor: caller.user, reason: 'inviter_deleted' }, origin);
  const known = await findKnownSecrets(tx, {
    makerId: id,
    organizationIds: organizations.map((each) => each.id),
    now: origin.now,
  });
  if (erase) await erasePerson(context, tx, user, caller.user);
  await removeUser(tx, id);
  for (const each of seen) {
    const about = aboutUser(each, erase ? { erased: true } : {});
    await record(tx, origin, { action: 'ADMIN_USER_DELETED', user: caller.user, ...about });
  }
  for (const organization of orphaned)
    await deleteEmptied(tx, { organization, user, actor: caller.user }, origin);
  const maker = erase ? { id } : user;
  for (const each of known) await tellOwners(context, tx, maker, each);
  return undefined;
}

/**
 * Erases an account at its owner's request. An organization that others joined meanwhile gets another OWNER. Needs a
 * transaction that holds these organizations, which are all the user belongs to, and the user.
 */
export async function eraseAccount(
  context: { deps: Pick<Deps, 'outbox' | 'config'>; origin: Origin },
  tx: Db,
  { user, organizations }: { user: UserRow; organizations: readonly OrganizationRow[] },
): Promise<void> {
  const { origin } = context;
  const because = { actor: null, reason: 'inviter_deleted' } as const;
  await dropInvitesEverywhere(tx, user.id, because, origin);
  const organizationIds = organizations.map(({ id }) => id);
  const known = await findKnownSecrets(tx, { makerId: user.id, organizationIds, now: origin.now });
  await erasePerson(context, tx, user, null);
  await removeUser(tx, user.id);
  await recordErased(tx, origin, user);
  for (const organization of organizations)
    if (await hasOthers(tx, organization.id, user.id)) await recordSuccessor(tx, organization.id, origin);
    else await deleteEmptied(tx, { organization, user, actor: null }, origin);
  for (const each of known) await tellOwners(context, tx, { id: user.id }, each);
}

type Emptied = { organization: OrganizationRow; user: UserRow; actor: UserRow | null };

async function deleteEmptied(
  tx: Db,
  { organization, user: lastMember, actor }: Emptied,
  origin: Origin,
): Promise<void> {
  const { id, name, slug } = organization;
  await deleteOrganization(tx, id, origin.now);
  await record(tx, origin, {
    action: 'ORG_DELETED',
    user: actor,
    organizationId: id,
    metadata: { name, slug, lastMemberId: lastMember.id },
    about: { organization: presentBareOrganization(organization) },
  });
}
