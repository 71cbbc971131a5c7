import type { Db, Tx } from '../../platform/db/sql.ts';
import { domainOf } from '../../platform/domain-name.ts';
import type { Origin } from '../../records/origin.ts';
import type { UserRow } from '../accounts/user-store.ts';
import { mayJoin } from '../policies/email-domains.ts';
import { findOpenOrganization } from './domain-store.ts';
import { join } from './join.ts';
import { staysRemoved } from './member-store.ts';

/** Whether people with this address may join an organization by themselves. */
export async function mayJoinByDomain(db: Db, email: string): Promise<boolean> {
  const domain = domainOf(email);
  return domain !== undefined && (await findJoinable(db, domain, email)) !== undefined;
}

/** The organization that opened the domain, unless a policy keeps it from joining. */
async function findJoinable(db: Db, domain: string, email: string): Promise<string | undefined> {
  const organizationId = await findOpenOrganization(db, domain);
  return organizationId && (await mayJoin(db, organizationId, email)) ? organizationId : undefined;
}

/**
 * Makes a user who just proved an address, and belongs nowhere, a member of the organization that opened its domain;
 * not one who was removed from it by hand and not invited since. Runs in a transaction that holds the user's row.
 */
export async function joinByDomain(tx: Tx, user: UserRow, origin: Origin): Promise<UserRow> {
  const domain = user.organizationId ? undefined : domainOf(user.email);
  const organization = domain && (await findJoinable(tx, domain, user.email));
  const removed = { by: 'hand', now: origin.now } as const;
  if (!organization || (await staysRemoved(tx, organization, user, removed))) return user;
  return join(tx, { user, organization, by: { kind: 'domain', domain } }, origin);
}
