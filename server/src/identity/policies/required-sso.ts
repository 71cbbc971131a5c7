import { lifetimes } from '@latchkey/contract';
import { domainOf } from '../../platform/domain-name.ts';
import { mustHaveTwoFactor } from '../accounts/trusted-roles.ts';
import type { Offer } from './effective-policy.ts';
import type { RequiredConnection, RequiredSso } from './required-store.ts';

const day = 86_400_000;

/** How a session came about. `connectionId`: the identity provider that opened it. */
export type Began = {
  connectionId?: string | null | undefined;
  /** The organizations where it counts as break-glass. */
  breakGlassIn?: readonly string[] | null | undefined;
};

type Rules = Pick<Offer, 'features'>;

/**
 * The connections that bind a person: they have an address in its domains or last came with one, or did so since it is
 * required. One without a proven domain binds no one. No organization binds people who run the service, because its
 * identity provider can't sign them in.
 */
function bindingOf({ features }: Rules, required: RequiredSso | null | undefined): RequiredConnection[] {
  if (!required || !features.sso || mustHaveTwoFactor(required)) return [];
  const own = domainOf(required.email);
  return required.connections.filter(({ isKept, domains, cameWith }) => {
    if (isKept) return domains.length > 0;
    const came = cameWith === null ? undefined : domainOf(cameWith);
    return domains.some((domain) => domain === own || domain === came);
  });
}

function bindingIn(
  rules: Rules,
  required: RequiredSso | null | undefined,
  organizationId: string | null,
): RequiredConnection[] {
  return bindingOf(rules, required).filter((each) => each.organizationId === organizationId);
}

/** Where a person goes to get in. */
export type WayBack = { redirectTo: string };

export function wayBackBy(connectionId: string, email: string): WayBack {
  const query = new URLSearchParams({ loginHint: email });
  return { redirectTo: `/api/auth/sso/${connectionId}?${query}` };
}

function wayBack(connection: RequiredConnection | undefined, { email }: RequiredSso): WayBack | null {
  return connection ? wayBackBy(connection.connectionId, email) : null;
}

/** Where a session would have to begin to count in an organization. Null: it counts there. */
export function refuseSession(
  rules: Rules,
  required: RequiredSso | null | undefined,
  organizationId: string | null,
  { connectionId, breakGlassIn }: Began,
): WayBack | null {
  const binding = bindingIn(rules, required, organizationId);
  const [first] = binding;
  if (!required || !first || binding.some((each) => each.connectionId === connectionId)) return null;
  const isBreakGlass =
    first.organizationRole === 'OWNER' && Boolean(breakGlassIn?.includes(first.organizationId));
  return isBreakGlass ? null : wayBack(first, required);
}

/** The same for a key or an offline grant: it works for some time after the person last came that way. */
export function refuseLasting(
  rules: Rules,
  required: RequiredSso | null | undefined,
  organizationId: string | null,
  now: Date,
): WayBack | null {
  const binding = bindingIn(rules, required, organizationId);
  const since = now.getTime() - lifetimes.ssoAbsenceDays * day;
  const cameLately = binding.some(({ cameAt }) => cameAt !== null && new Date(cameAt).getTime() >= since);
  return !required || cameLately ? null : wayBack(binding[0], required);
}

/** Whether a session counts in none of a person's organizations: then it is over. */
export function refuseEverywhere(
  rules: Rules,
  required: RequiredSso | null | undefined,
  began: Began,
): WayBack | null {
  const [first] = bindingOf(rules, required);
  if (!required || !first) return null;
  const isOver = required.organizations.every((id) => refuseSession(rules, required, id, began));
  return isOver ? wayBack(first, required) : null;
}

/** The organizations where an OWNER gets in only by breaking the glass. */
export function breakGlassOrganizations(rules: Rules, required: RequiredSso | null | undefined): string[] {
  const owned = bindingOf(rules, required).filter((each) => each.organizationRole === 'OWNER');
  return [...new Set(owned.map((each) => each.organizationId))];
}
