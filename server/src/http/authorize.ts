import { type Endpoint, hasOrganizationRank, type OrganizationRole } from '@latchkey/contract';
import { type Caller, may, needsTwoFactorSetup } from '../caller/caller.ts';
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

type Sent = { body: unknown; params: unknown };

/** What it says about fields of the body that bring a rule of their own. */
export function authorizeFields(route: Endpoint, caller: Caller, sent: Sent): Refusal | undefined {
  const body = sent.body as Record<string, unknown> | null | undefined;
  for (const [field, rule] of Object.entries(route.guardedFields ?? {})) {
    const refused = body?.[field] === undefined ? undefined : refuseCredential(rule, caller);
    if (!refused) continue;
    if (!isOwn(field, caller, sent)) return refused;
    // Left out, so that it does not change back what is being changed at this moment.
    delete body?.[field];
  }
  return undefined;
}

/** A form about oneself that sends everything back does not change what it sends back as it was. */
function isOwn(field: string, { user }: Caller, { body, params }: Sent): boolean {
  const { id } = (params ?? {}) as { id?: string };
  const value = (body as Record<string, unknown>)[field];
  const self = id === undefined || id.toLowerCase() === user.id;
  return self && field === 'email' && typeof value === 'string' && value.trim().toLowerCase() === user.email;
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
