import type { UserRow } from '../../identity/accounts/user-store.ts';
import { type Context, isOwn } from '../../identity/caller/caller.ts';
import { hasOthers, isSoleOwner } from '../../identity/memberships/member-store.ts';
import { dropInvitesEverywhere } from '../../identity/memberships/memberships.ts';
import { deleteOrganization, type OrganizationRow } from '../../identity/memberships/organization-store.ts';
import { presentBareOrganization } from '../../identity/memberships/present.ts';
import type { Db } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { lockTargetInOrganizations, refuseLastAdmin, seenInEach, takePrivileges } from './status.ts';
import { removeUser } from './status-store.ts';
import { aboutUser } from './users.ts';

type DeleteRefusal = Refusal<'NOT_FOUND' | 'PERMISSION_DENIED' | 'LAST_ADMIN' | 'LAST_OWNER'>;

export async function deleteUser(
  context: Context,
  id: string,
): Promise<undefined | DeleteRefusal | Refusal<'OWN_ACCOUNT'>> {
  if (isOwn(context.caller, id)) return refuse('OWN_ACCOUNT');
  return transact(context.deps, (tx) => deleteIn(context, tx, id));
}

async function deleteIn(context: Context, tx: Db, id: string): Promise<undefined | DeleteRefusal> {
  const { caller, origin } = context;
  const lost = await takePrivileges(context, tx);
  if (lost) return lost;
  const locked = await lockTargetInOrganizations(context, tx, id);
  if (isRefusal(locked)) return locked;
  const { user, organizations } = locked;
  const lastAdmin = await refuseLastAdmin(tx, user, 'deleted');
  if (lastAdmin) return lastAdmin;
  const emptied: OrganizationRow[] = [];
  for (const organization of organizations) {
    if (!(await hasOthers(tx, organization.id, id))) emptied.push(organization);
    else if (await isSoleOwner(tx, organization.id, id)) return refuse('LAST_OWNER');
  }
  const seen = await seenInEach(tx, user);
  await dropInvitesEverywhere(tx, id, { actor: caller.user, reason: 'inviter_deleted' }, origin);
  await removeUser(tx, id);
  for (const each of seen)
    await record(tx, origin, { action: 'ADMIN_USER_DELETED', user: caller.user, ...aboutUser(each) });
  for (const organization of emptied) await deleteEmptied(context, tx, organization, user);
  return undefined;
}

async function deleteEmptied(
  { caller, origin }: Context,
  tx: Db,
  organization: OrganizationRow,
  lastMember: UserRow,
): Promise<void> {
  const { id, name, slug } = organization;
  await deleteOrganization(tx, id, origin.now);
  await record(tx, origin, {
    action: 'ORG_DELETED',
    user: caller.user,
    organizationId: id,
    metadata: { name, slug, lastMemberId: lastMember.id },
    about: { organization: presentBareOrganization(organization) },
  });
}
