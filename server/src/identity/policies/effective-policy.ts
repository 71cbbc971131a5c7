import { type Policy, signInMethods, unsetPolicy } from '@latchkey/contract';
import type { Config } from '../../platform/config/config.ts';

/** The settings that decide which ways of signing in are offered. */
export type Offer = Pick<
  Config,
  'providers' | 'emailLogin' | 'passkeyDomain' | 'twoFactorForAll' | 'features'
>;

/**
 * The strictest of two policies, field by field. The system's comes first: lists keep its order, and where two lists have
 * nothing in common, its own stays, so an organization can't shut everyone out by a list that the service forbids.
 */
export function strictestOf(system: Policy, organization: Policy): Policy {
  return {
    twoFactorRequired: system.twoFactorRequired || organization.twoFactorRequired,
    twoFactorGraceDays: shorterGrace(system, organization),
    signInMethods: commonOf(system.signInMethods, organization.signInMethods),
    sessionMinutes: leastOf(system.sessionMinutes, organization.sessionMinutes),
    idleMinutes: leastOf(system.idleMinutes, organization.idleMinutes),
    recentProofMinutes: leastOf(system.recentProofMinutes, organization.recentProofMinutes),
    emailDomains: commonDomains(system.emailDomains, organization.emailDomains),
    passwordStrength: Math.max(system.passwordStrength, organization.passwordStrength),
    passwordBreachCheck: system.passwordBreachCheck || organization.passwordBreachCheck,
  };
}

/** Of those that require a second factor; if neither does, it has no effect. */
function shorterGrace(system: Policy, organization: Policy): number {
  const requiring = [system, organization].filter((each) => each.twoFactorRequired);
  const asked = requiring.length > 0 ? requiring : [system, organization];
  return Math.min(...asked.map((each) => each.twoFactorGraceDays));
}

export function leastOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

function commonOf(system: string[] | null, organization: string[] | null): string[] | null {
  if (!system || !organization) return system ?? organization;
  const common = system.filter((each) => organization.includes(each));
  return common.length > 0 ? common : system;
}

/** An empty list of domains allows any. */
const listed = (domains: string[]) => (domains.length > 0 ? domains : null);

/** The domains that both lists allow. */
export function commonDomains(system: string[], organization: string[]): string[] {
  return commonOf(listed(system), listed(organization)) ?? [];
}

/** The service's policy, with the setting that requires two-factor of everyone at once. */
export function systemPolicyOf({ twoFactorForAll }: Pick<Offer, 'twoFactorForAll'>, set?: Policy): Policy {
  const policy = set ?? unsetPolicy;
  return twoFactorForAll ? { ...policy, twoFactorRequired: true, twoFactorGraceDays: 0 } : policy;
}

/**
 * Whether a way of signing in can be used at all. `hasConnection`: the organization has a connection of its own that is
 * turned on; for the service as a whole, any organization has.
 */
function isOffered(offer: Offer, method: string, hasConnection: boolean): boolean {
  if (method === 'password') return true;
  if (method === 'passkey') return offer.passkeyDomain !== null;
  if (method === 'email_code') return offer.emailLogin;
  if (method === 'sso') return offer.features.sso && hasConnection;
  return offer.providers.some(({ name }) => name === method);
}

/** Every way of signing in that can be used. */
export function offeredBy(offer: Offer, hasConnection: boolean): string[] {
  const known = [...signInMethods, ...offer.providers.map(({ name }) => name)];
  return known.filter((method) => isOffered(offer, method, hasConnection));
}

/** What applies where both policies do: the strictest, without ways of signing in that aren't offered. */
export function effectivePolicyOf(
  offer: Offer,
  policies: { system?: Policy | undefined; organization?: Policy | undefined; hasConnection?: boolean },
): Policy {
  const system = systemPolicyOf(offer, policies.system);
  const { organization, hasConnection = false } = policies;
  const policy = organization ? strictestOf(system, organization) : system;
  const { signInMethods } = policy;
  const isUsable = (method: string) => isOffered(offer, method, hasConnection);
  return signInMethods ? { ...policy, signInMethods: signInMethods.filter(isUsable) } : policy;
}
