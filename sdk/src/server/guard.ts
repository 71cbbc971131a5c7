import type { OrganizationSummary } from '../endpoints.ts';
import { LatchkeyError } from '../error.ts';
import { holds } from '../holds.ts';
import type { Authentication, Caller } from './caller.ts';
import { checkedOptions, isText, type OptionRules } from './checked-options.ts';
import { headerOf, type Incoming, isForeign, isSafe } from './incoming.ts';
import type { Latchkey } from './latchkey.ts';

type OrganizationRole = OrganizationSummary['role'];

/**
 * What a caller needs besides being signed in. If both are given, both apply. An unknown option, or one that is undefined,
 * such as an unset variable, throws a TypeError.
 */
export type ProtectOptions = {
  /** One of the service's roles, or of their roles in their organization. */
  permission?: string;
  /** This role in their organization, or a higher one. */
  organizationRole?: OrganizationRole;
};

/** Lowest rank first. */
const organizationRoles: readonly OrganizationRole[] = ['MEMBER', 'ADMIN', 'OWNER'];

const known: OptionRules = {
  permission: { mustBe: 'the name of one permission', is: isText },
  organizationRole: {
    mustBe: `one of ${organizationRoles.join(', ')}`,
    is: (value) => organizationRoles.some((role) => role === value),
  },
};

/** Who is calling, and whether they may: shared by the guards for all frameworks. */
export function createGuard(latchkey: Latchkey, options: ProtectOptions = {}) {
  const rules = checkedOptions('protect', options, known);
  return async (request: Incoming): Promise<Authentication> => {
    const authentication = await latchkey.authenticate(request);
    if (authentication.refused) return authentication;
    const refused =
      refuseRequest(latchkey, request, authentication.caller) ?? refuseCaller(authentication.caller, rules);
    return refused ? { refused } : authentication;
  };
}

/** The rules of Latchkey's own API for unsafe requests. */
function refuseRequest(latchkey: Latchkey, request: Incoming, caller: Caller): LatchkeyError | undefined {
  if (isSafe(request)) return undefined;
  if (caller.apiKey?.permission === 'READ_ONLY')
    return forbid('API_KEY_READ_ONLY', 'This API key can only read. Use one that can write.');
  const byCookie = headerOf(request, 'authorization') === undefined;
  return byCookie && isForeign(request, latchkey.allowedOrigins)
    ? forbid('FORBIDDEN_ORIGIN', "Requests from this origin aren't allowed.")
    : undefined;
}

function refuseCaller(
  caller: Caller,
  { permission, organizationRole }: ProtectOptions,
): LatchkeyError | undefined {
  const { blockedBy } = caller;
  if (blockedBy !== undefined && blockedBy !== 'TWO_FACTOR_SETUP_REQUIRED')
    return forbid(blockedBy, "A policy of your organization or of the service doesn't allow this session.");
  if (caller.requiresTwoFactorSetup || blockedBy !== undefined)
    return forbid('TWO_FACTOR_SETUP_REQUIRED', 'Set up two-factor authentication first.');
  const permitted =
    (permission === undefined || holds(caller, permission)) &&
    (organizationRole === undefined || hasRank(caller, organizationRole));
  return permitted ? undefined : forbid('PERMISSION_DENIED', "You don't have permission to do this.");
}

function hasRank({ organization }: Caller, needed: OrganizationRole): boolean {
  const rankOf = (role: OrganizationRole) => organizationRoles.indexOf(role);
  return organization !== null && rankOf(organization.role) >= rankOf(needed);
}

function forbid(code: string, message: string): LatchkeyError {
  return new LatchkeyError({ status: 403, type: 'AUTHORIZATION_ERROR', code, message });
}

/** How the guarded application responds to a refusal: in the shape of Latchkey's own errors. */
export function answerOf(refused: LatchkeyError) {
  const { status, type, code, message, details, requestId, retryAfterSeconds } = refused;
  return {
    status,
    headers: {
      'cache-control': 'no-store',
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    },
    body: { error: { type, message, details, code, ...(requestId !== undefined && { requestId }) } },
  };
}
