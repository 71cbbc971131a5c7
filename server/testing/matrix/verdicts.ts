import {
  describeError,
  type Endpoint,
  hasOrganizationRank,
  type OrganizationRole,
  type Permission,
  permissions,
  type Reason,
  type SystemRole,
  scimSchemas,
} from '@latchkey/contract';
import { isForDirectory } from '../../src/http/directory.ts';
import type { Answer } from '../client.ts';
import type { Actor } from './actors.ts';

/** The permissions that the spec's tables give each role. */
const granted: Record<SystemRole, readonly Permission[]> = {
  USER: [],
  MODERATOR: ['users:list'],
  ADMIN: permissions,
};

export const isOpen = ({ access }: Endpoint) => access.kind === 'public' || access.kind === 'token';
export const isUnsafe = ({ method }: Endpoint) => method !== 'GET';
export const namesAThing = ({ path }: Endpoint) => /:id\b/.test(path);
const holdsKey = ({ credential }: Actor) => credential === 'READ_ONLY' || credential === 'READ_WRITE';

/** Routes that are about the person, whatever organization the request names, so that a stale tab can sign out. */
const ignoresChoice =
  /^\w+ \/api\/(auth\/(?!me$)|users\/profile|organizations$|organizations\/:id\/default$|invites\/:token\/accept$|admin\/exit-impersonation$)/;

/** What the role of the service permits. A MODERATOR's counts in the default organization only. */
function grantedTo({ role, choosing }: Actor): readonly Permission[] {
  return choosing?.theirs && role !== 'ADMIN' ? [] : granted[role];
}

/** Why the route's declaration refuses this actor; undefined if it lets them in. */
export function refusalOf(route: Endpoint, actor: Actor): Reason | undefined {
  if (actor.credential === 'organizationKey') return scopeRefusal(route, actor);
  const keyless = holdsKey(actor) && route.apiKey === false ? 'API_KEY_NOT_ALLOWED' : undefined;
  const readOnly = actor.credential === 'READ_ONLY' && isUnsafe(route) ? 'API_KEY_READ_ONLY' : undefined;
  // Everyone here comes through a proxy, as `Client` does.
  if (route.local) return readOnly ?? 'NOT_FOUND';
  // Only the token of a directory counts, and no actor has one.
  if (isForDirectory(route)) return 'UNAUTHENTICATED';
  // Foreign protocols know nothing about our keys.
  if (route.dialect) return undefined;
  // Open routes don't look up a key in order to refuse it.
  if (isOpen(route)) return keyless ?? readOnly;
  if (actor.credential === 'none') return 'UNAUTHENTICATED';
  if (actor.choosing?.theirs === false && !ignoresChoice.test(`${route.method} ${route.path}`))
    return 'NO_ORGANIZATION';
  if (readOnly || keyless) return readOnly ?? keyless;
  if (actor.impersonating && route.impersonation === 'blocked') return 'IMPERSONATION_BLOCKED';
  if (actor.credential !== 'cookie' && route.bearer === false) return 'COOKIE_SESSION_REQUIRED';
  return roleRefusal(route, actor) ?? proofRefusal(route, actor);
}

/** An organization's key may do what its scopes say, and nothing else counts. */
function scopeRefusal(route: Endpoint, { scopes = [] }: Actor): Reason | undefined {
  if (isForDirectory(route)) return 'UNAUTHENTICATED';
  if (route.dialect) return undefined;
  // Open reads ignore keys.
  if (isOpen(route) && !isUnsafe(route)) return route.local ? 'NOT_FOUND' : undefined;
  const opened = route.organizationKey !== undefined && scopes.includes(route.organizationKey);
  return opened ? undefined : 'API_KEY_SCOPE_MISSING';
}

/** A key has no session that could have proven anything. */
function proofRefusal(route: Endpoint, actor: Actor): Reason | undefined {
  return route.recent && (actor.staleProof || holdsKey(actor)) ? 'REAUTHENTICATION_REQUIRED' : undefined;
}

function roleRefusal({ access }: Endpoint, actor: Actor): Reason | undefined {
  const ranks = (needed: OrganizationRole | undefined) =>
    needed !== undefined &&
    actor.organizationRole !== null &&
    hasOrganizationRank(actor.organizationRole, needed);
  if (access.kind === 'permission') {
    if (actor.role === 'ADMIN' && !actor.twoFactor) return 'TWO_FACTOR_SETUP_REQUIRED';
    const allowed = grantedTo(actor).includes(access.permission) || ranks(access.orOrganizationRole);
    return allowed ? undefined : 'PERMISSION_DENIED';
  }
  if (access.kind === 'organizationKey') return 'API_KEY_SCOPE_MISSING';
  if (access.kind !== 'organization') return undefined;
  if (actor.organizationRole === null) return 'NO_ORGANIZATION';
  return ranks(access.role) ? undefined : 'PERMISSION_DENIED';
}

/** How far an actor's role reaches beyond their organization: by declaration, or as a route may grant an ADMIN. */
export function reachOf({ access }: Endpoint, actor: Actor): 'everywhere' | 'perhaps everywhere' | 'home' {
  if (access.kind === 'permission' && grantedTo(actor).includes(access.permission)) return 'everywhere';
  // Everyone may sign in with any organization's identity provider.
  if (access.kind === 'public') return 'perhaps everywhere';
  return actor.role === 'ADMIN' && actor.twoFactor ? 'perhaps everywhere' : 'home';
}

export const show = ({ status, body }: Answer) => `${status} ${body?.error?.code ?? ''}`.trim();

export function isRefusedWith(answer: Answer, reason: Reason): boolean {
  const { status, code, type } = describeError(reason);
  if (answer.body?.schemas?.[0] === scimSchemas.error) return answer.body.status === String(status);
  return answer.status === status && answer.body?.error?.code === code && answer.body.error.type === type;
}

/** Refusals from the guards, the parser and the router: a caller who gets one never reached the route itself. */
const keptOut: readonly Reason[] = [
  'UNAUTHENTICATED',
  'CSRF_INVALID',
  'FORBIDDEN_ORIGIN',
  'PERMISSION_DENIED',
  'API_KEY_READ_ONLY',
  'API_KEY_NOT_ALLOWED',
  'API_KEY_SCOPE_MISSING',
  'API_KEY_NETWORK',
  'TWO_FACTOR_SETUP_REQUIRED',
  'COOKIE_SESSION_REQUIRED',
  'IMPERSONATION_BLOCKED',
  'REAUTHENTICATION_REQUIRED',
  'NO_ORGANIZATION',
  'VALIDATION_FAILED',
  'METHOD_NOT_ALLOWED',
];

/** It succeeded, or the route itself refused. */
export function isLetIn(route: Endpoint, answer: Answer): boolean {
  if (route.responses[answer.status]) return true;
  // What a route for everyone declares itself doesn't come from the guards.
  const own = route.access.kind === 'session' ? (route.errors ?? []) : [];
  const byGuards = keptOut.filter((reason) => !own.includes(reason));
  return answer.status < 500 && !byGuards.some((reason) => isRefusedWith(answer, reason));
}

/** As if it didn't exist, or refused by the route itself in the same way as something that doesn't. */
export function isHidden(route: Endpoint, answer: Answer): boolean {
  if (isRefusedWith(answer, 'NOT_FOUND')) return true;
  const asked: Reason[] =
    route.access.kind === 'session' && route.access.asks
      ? ['PERMISSION_DENIED', 'TWO_FACTOR_SETUP_REQUIRED']
      : [];
  const own = [...(route.errors ?? []), ...asked].filter((reason) =>
    [403, 404].includes(describeError(reason).status),
  );
  return own.some((reason) => isRefusedWith(answer, reason));
}
