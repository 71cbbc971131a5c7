import type { Db } from '../../platform/db/sql.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { commonDomains } from './effective-policy.ts';
import { findDomainLists } from './joining-store.ts';

export type DomainRefusal = Refusal<'EMAIL_DOMAIN_NOT_ALLOWED'>;

/** The domains that may join an organization or, without one, have an account. Empty: any. */
export async function findDomains(db: Db, organizationId: string | null): Promise<string[]> {
  const { system, organization } = await findDomainLists(db, organizationId);
  return commonDomains(system, organization);
}

/** Compared as a whole: a subdomain is another domain. */
export function refuseDomain(domains: readonly string[], email: string): DomainRefusal | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (domains.length === 0 || domains.includes(domain)) return undefined;
  return refuse('EMAIL_DOMAIN_NOT_ALLOWED', { details: { domains } });
}

/** Whether a person with this address may join the organization. */
export async function mayJoin(db: Db, organizationId: string, email: string): Promise<boolean> {
  return refuseDomain(await findDomains(db, organizationId), email) === undefined;
}
