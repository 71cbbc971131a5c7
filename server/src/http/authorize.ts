import { type Endpoint, hasOrganizationRank, type OrganizationRole } from '@latchkey/contract';
import { type Caller, may, needsTwoFactorSetup } from '../auth/caller.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** What the declaration says about this caller. Everything it refuses, it refuses before the body is read. */
export function authorize(route: Endpoint, caller: Caller, twoFactorForAll: boolean): Refusal | undefined {
  const refused = refuseCredential(route, caller);
  if (refused) return refused;
  if (route.bearer === false && caller.via !== 'cookie') return refuse('COOKIE_SESSION_REQUIRED');
  const setupBlocks = twoFactorForAll ? !route.beforeTwoFactorSetup : route.access.kind === 'permission';
  if (setupBlocks && needsTwoFactorSetup(caller, twoFactorForAll)) return refuse('TWO_FACTOR_SETUP_REQUIRED');
  if (route.access.kind === 'organization' && !caller.organization) return refuse('NO_ORGANIZATION');
  return holdsRole(route, caller) ? undefined : refuse('PERMISSION_DENIED');
}

/** What it says about fields of the body that bring a rule of their own. */
export function authorizeFields(route: Endpoint, caller: Caller, body: unknown): Refusal | undefined {
  for (const [field, rule] of Object.entries(route.guardedFields ?? {})) {
    const value = (body as Record<string, unknown> | undefined)?.[field];
    const refused =
      value !== undefined && !isOwn(field, value, caller) ? refuseCredential(rule, caller) : undefined;
    if (refused) return refused;
  }
  return undefined;
}

/** A form that sends everything back does not change what it sends back as it was. */
function isOwn(field: string, value: unknown, caller: Caller): boolean {
  return field === 'email' && typeof value === 'string' && value.trim().toLowerCase() === caller.user.email;
}

function refuseCredential(
  rule: Pick<Endpoint, 'apiKey' | 'impersonation'>,
  caller: Caller,
): Refusal | undefined {
  if (rule.apiKey === false && caller.via === 'apiKey') return refuse('API_KEY_NOT_ALLOWED');
  if (rule.impersonation === 'blocked' && caller.impersonation) return refuse('IMPERSONATION_BLOCKED');
  return undefined;
}

function holdsRole({ access }: Endpoint, caller: Caller): boolean {
  if (access.kind === 'permission')
    return may(caller, access.permission) || hasRank(caller, access.orOrganizationRole);
  return access.kind === 'organization' ? hasRank(caller, access.role) : true;
}

function hasRank(caller: Caller, needed: OrganizationRole | undefined): boolean {
  return (
    needed !== undefined &&
    caller.organization !== null &&
    hasOrganizationRank(caller.user.organizationRole, needed)
  );
}
