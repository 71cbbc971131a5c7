import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/sql.ts';
import { type LastOwnerRefusal, refuseLastOwner } from './last-owner.ts';
import { hasOthers } from './member-store.ts';
import { startOverIfMoved } from './memberships.ts';
import { lockOrganizationsOf, type OrganizationRow } from './organization-store.ts';

/** Locks all organizations of a user, and then the user, by `lock`. */
export async function lockEverywhere<Locked>(
  tx: Db,
  userId: string,
  lock: () => Promise<Locked>,
): Promise<{ user: Locked; organizations: OrganizationRow[] }> {
  const organizations = await lockOrganizationsOf(tx, userId);
  const user = await lock();
  await startOverIfMoved(tx, userId, organizations);
  return { user, organizations };
}

/** Those of a user's organizations that have no other member. Others need an active OWNER besides the user. */
export async function findOrphaned(
  tx: Db,
  config: Config,
  userId: string,
  organizations: readonly OrganizationRow[],
): Promise<OrganizationRow[] | LastOwnerRefusal> {
  const alone: OrganizationRow[] = [];
  for (const organization of organizations)
    if (!(await hasOthers(tx, organization.id, userId))) alone.push(organization);
    else {
      const refused = await refuseLastOwner(tx, config, { organizationId: organization.id, userId });
      if (refused) return refused;
    }
  return alone;
}
