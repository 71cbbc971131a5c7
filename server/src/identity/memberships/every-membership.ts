import type { Db } from '../../platform/db/sql.ts';
import { StartOver } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { Origin } from '../../records/origin.ts';
import { belongsOnlyTo, lockOrganizationsOf } from './every-membership-store.ts';
import { hasOthers, isSoleOwner } from './member-store.ts';
import { type Because, dropInvites } from './memberships.ts';
import type { OrganizationRow } from './organization-store.ts';

/** Locks all organizations of a user, and then the user, by `lock`. */
export async function lockEverywhere<Locked>(
  tx: Db,
  userId: string,
  lock: () => Promise<Locked>,
): Promise<{ user: Locked; organizations: OrganizationRow[] }> {
  const organizations = await lockOrganizationsOf(tx, userId);
  const user = await lock();
  const ids = organizations.map(({ id }) => id);
  if (!(await belongsOnlyTo(tx, userId, ids)))
    throw new StartOver('the user joined or left an organization meanwhile');
  return { user, organizations };
}

/** Those of a user's organizations that have no other member. Others need an active OWNER besides the user. */
export async function findOrphaned(
  tx: Db,
  userId: string,
  organizations: readonly OrganizationRow[],
): Promise<OrganizationRow[] | Refusal<'LAST_OWNER'>> {
  const alone: OrganizationRow[] = [];
  for (const organization of organizations)
    if (!(await hasOthers(tx, organization.id, userId))) alone.push(organization);
    else if (await isSoleOwner(tx, organization.id, userId)) return refuse('LAST_OWNER');
  return alone;
}

/** As `dropInvites`, in each of these organizations. */
export async function dropInvitesIn(
  tx: Db,
  { userId, organizations }: { userId: string; organizations: readonly OrganizationRow[] },
  because: Because,
  origin: Origin,
): Promise<void> {
  for (const { id: organizationId } of organizations)
    await dropInvites(tx, { id: userId, organizationId }, because, origin);
}
