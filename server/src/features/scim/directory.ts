import type { Directory } from '../../http/directory.ts';
import type { OpenContext } from '../../identity/deps.ts';
import { lockOrganization, type OrganizationRow } from '../../identity/memberships/organization-store.ts';
import type { Db, Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { domainOf } from '../../platform/domain-name.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { findProvenDomains, isTokenLive } from './link-store.ts';
import type { Reach } from './person-store.ts';

export type DirectoryContext = OpenContext & { caller: Directory };

export const forbidden = (description: string): Refusal<'SCIM_FORBIDDEN'> =>
  refuse('SCIM_FORBIDDEN', { details: { description } });
export const notUnique = (description: string): Refusal<'SCIM_UNIQUENESS'> =>
  refuse('SCIM_UNIQUENESS', { details: { description } });
export const privileged = () =>
  forbidden('This person has a role in the service, so no directory changes them.');

/** Whom an organization's directory sees. */
export async function reachOf(db: Db, organizationId: string): Promise<Reach> {
  return { organizationId, domains: await findProvenDomains(db, organizationId) };
}

export function isProven({ domains }: Reach, email: string): boolean {
  const domain = domainOf(email);
  return domain !== undefined && domains.includes(domain);
}

type Held = { organization: OrganizationRow; reach: Reach };

/** How every change by a directory begins: its organization is locked, and its token still works. */
export function inDirectory<T>(
  { deps, caller }: DirectoryContext,
  work: (tx: Tx, held: Held) => Promise<T>,
): Promise<T | Refusal<'UNAUTHENTICATED'>> {
  return transact(deps, async (tx) => {
    // Sent together: the server runs them in this order, so the others are read under the lock.
    const [organization, isLive, reach] = await Promise.all([
      lockOrganization(tx, caller.organizationId),
      isTokenLive(tx, caller.tokenId),
      reachOf(tx, caller.organizationId),
    ]);
    return organization && isLive ? work(tx, { organization, reach }) : refuse('UNAUTHENTICATED');
  });
}
