import type { Db } from '../../platform/db/sql.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { strictestOf, systemPolicyOf } from './effective-policy.ts';
import { findPolicy } from './policy-store.ts';

export type DomainRefusal = Refusal<'EMAIL_DOMAIN_NOT_ALLOWED'>;

/** The domains that may join an organization or, without one, have an account. Empty: any. */
export async function findDomains(db: Db, organizationId: string | null): Promise<string[]> {
  const rules = { twoFactorForAll: false };
  const system = systemPolicyOf(rules, await findPolicy(db, { organizationId: null }));
  const organization = organizationId === null ? undefined : await findPolicy(db, { organizationId });
  return organization ? strictestOf(system, organization).emailDomains : system.emailDomains;
}

/** Compared as a whole: a subdomain is another domain. */
export function refuseDomain(domains: readonly string[], email: string): DomainRefusal | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (domains.length === 0 || domains.includes(domain)) return undefined;
  return refuse('EMAIL_DOMAIN_NOT_ALLOWED', { details: { domains } });
}
