import type { Endpoint } from '@latchkey/contract';
import type { Authenticated } from '../identity/caller/authenticate.ts';
import type { OrganizationKeyCaller } from '../identity/caller/caller.ts';
import { countUse, isAllowedFrom } from '../identity/caller/organization-key.ts';
import { isRefusal, type Refusal, refuse } from '../platform/refusal.ts';
import type { Call } from './call.ts';
import { announce } from './limits.ts';

/**
 * What an organization's key is refused for, in this order: it isn't valid, it comes from another network, it lacks the
 * scope that the declaration names, or it was used too often.
 */
export function refuseOrganizationKey(
  call: Call,
  known: Authenticated | Refusal,
): Refusal | undefined | Promise<Refusal | undefined> {
  if (isRefusal(known)) return known;
  const { caller } = known;
  if (caller.kind !== 'organizationKey') return undefined;
  if (!isAllowedFrom(caller.key, call.client.ipAddress)) return refuse('API_KEY_NETWORK');
  return refuseScope(call.route, caller) ?? countRequestOf(call, caller);
}

/** A request counts once, even if its caller is found again while its body arrives. */
async function countRequestOf(call: Call, caller: OrganizationKeyCaller): Promise<Refusal | undefined> {
  const { deps } = call;
  if (caller.window === undefined) caller.window = await countUse(deps, caller.key);
  const refused = caller.window ? announce(caller.window, call) : undefined;
  if (refused) deps.metrics.rateLimited.inc({ limit: 'organizationKey' });
  else deps.lastUse.organizationKeys.note(caller.keyId, deps.clock.now());
  return refused;
}

/** An organization's key may do what its scopes say, and no role or permission counts. */
export function refuseScope(route: Endpoint, { key }: OrganizationKeyCaller): Refusal | undefined {
  const { organizationKey: needed } = route;
  return needed !== undefined && key.scopes.includes(needed) ? undefined : lacksScope(route);
}

/** Names the scope that would do. There is none for most routes. */
export function lacksScope({ organizationKey: needed }: Endpoint): Refusal {
  return refuse('API_KEY_SCOPE_MISSING', { details: { scopes: needed ? [needed] : [] } });
}
