import type { Db } from '../../platform/db/sql.ts';
import { domainOf } from '../../platform/domain-name.ts';
import { record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import type { UserRow } from '../accounts/user-store.ts';
import { mayJoin } from '../policies/email-domains.ts';
import { settleRanks } from './directory-ranks.ts';
import { findOpenOrganization } from './domain-store.ts';
import { isInMappedGroup } from './mapped-group-store.ts';
import { joinOrganization } from './member-store.ts';
import { presentMember } from './present.ts';

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
 * Makes a user who just proved an address, and belongs nowhere, a member of the organization that opened its domain.
 * Runs in a transaction that holds the user's row.
 */
export async function joinByDomain(tx: Db, user: UserRow, origin: Origin): Promise<UserRow> {
  const domain = user.organizationId ? undefined : domainOf(user.email);
  const organizationId = domain && (await findJoinable(tx, domain, user.email));
  if (!organizationId) return user;
  const role = 'MEMBER';
  await joinOrganization(tx, { userId: user.id, organizationId, role, now: origin.now });
  const joined: UserRow = { ...user, organizationId, organizationRole: role };
  const about = { member: presentMember(joined) };
  await record(tx, origin, { action: 'ORG_MEMBER_JOINED', user: joined, metadata: { domain }, about });
  // Their directory may have taken them out, and left them in its groups. Joining waits for a change of these, because
  // the new row refers to the organization, which every change locks.
  if (!(await isInMappedGroup(tx, organizationId, user.id))) return joined;
  await settleRanks(tx, { organizationId, userIds: [user.id], actor: null }, origin);
  return { ...joined, organizationRole: 'ADMIN' };
}
