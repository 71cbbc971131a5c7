import {
  describeError,
  type Endpoint,
  hasOrganizationRank,
  type OrganizationRole,
  type Permission,
  permissions,
  type Reason,
  type SystemRole,
} from '@latchkey/contract';
import type { Answer } from '../client.ts';
import type { Actor } from './actors.ts';

/** What the spec's tables give each role. */
const granted: Record<SystemRole, readonly Permission[]> = {
  USER: [],
  MODERATOR: ['users:list'],
  ADMIN: permissions,
};

export const isOpen = ({ access }: Endpoint) => access.kind === 'public' || access.kind === 'token';
export const isUnsafe = ({ method }: Endpoint) => method !== 'GET';
export const namesAThing = ({ path }: Endpoint) => /:id\b/.test(path);
const holdsKey = ({ credential }: Actor) => credential === 'READ_ONLY' || credential === 'READ_WRITE';

/** The reason for which the route's declaration turns this actor away; undefined when it lets them in. */
export function refusalOf(route: Endpoint, actor: Actor): Reason | undefined {
  const keyless = holdsKey(actor) && route.apiKey === false ? 'API_KEY_NOT_ALLOWED' : undefined;
  const readOnly = actor.credential === 'READ_ONLY' && isUnsafe(route) ? 'API_KEY_READ_ONLY' : undefined;
  // Everybody here comes through a proxy, as `Client` does.
  if (route.local) return readOnly ?? 'NOT_FOUND';
  // A protocol of others knows nothing of our keys.
  if (route.dialect) return undefined;
  // Where nobody need be known, no key is looked up to be refused.
  if (isOpen(route)) return keyless ?? readOnly;
  if (actor.credential === 'none') return 'UNAUTHENTICATED';
  if (readOnly || keyless) return readOnly ?? keyless;
  if (actor.impersonating && route.impersonation === 'blocked') return 'IMPERSONATION_BLOCKED';
  if (actor.credential !== 'cookie' && route.bearer === false) return 'COOKIE_SESSION_REQUIRED';
  return roleRefusal(route, actor) ?? proofRefusal(route, actor);
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
    const allowed = granted[actor.role].includes(access.permission) || ranks(access.orOrganizationRole);
    return allowed ? undefined : 'PERMISSION_DENIED';
  }
  if (access.kind !== 'organization') return undefined;
  if (actor.organizationRole === null) return 'NO_ORGANIZATION';
  return ranks(access.role) ? undefined : 'PERMISSION_DENIED';
}

/** Where an actor's role reaches over the borders of organizations: by declaration, or as a route may grant an ADMIN. */
export function reachOf({ access }: Endpoint, actor: Actor): 'everywhere' | 'perhaps everywhere' | 'home' {
  if (access.kind === 'permission' && granted[actor.role].includes(access.permission)) return 'everywhere';
  return actor.role === 'ADMIN' && actor.twoFactor ? 'perhaps everywhere' : 'home';
}

export const show = ({ status, body }: Answer) => `${status} ${body?.error?.code ?? ''}`.trim();

export function isRefusedWith(answer: Answer, reason: Reason): boolean {
  const { status, code, type } = describeError(reason);
  return answer.status === status && answer.body?.error?.code === code && answer.body.error.type === type;
}

/** What the guards, the parser and the router say: whoever reads one of these never came to the route itself. */
const keptOut: readonly Reason[] = [
  'UNAUTHENTICATED',
  'CSRF_INVALID',
  'FORBIDDEN_ORIGIN',
  'PERMISSION_DENIED',
  'API_KEY_READ_ONLY',
  'API_KEY_NOT_ALLOWED',
  'TWO_FACTOR_SETUP_REQUIRED',
  'COOKIE_SESSION_REQUIRED',
  'IMPERSONATION_BLOCKED',
  'REAUTHENTICATION_REQUIRED',
  'NO_ORGANIZATION',
  'VALIDATION_FAILED',
  'METHOD_NOT_ALLOWED',
];

/** Done, or refused for a reason of the route's own. */
export function isLetIn(route: Endpoint, answer: Answer): boolean {
  if (route.responses[answer.status]) return true;
  return answer.status < 500 && !keptOut.some((reason) => isRefusedWith(answer, reason));
}

/** As if it did not exist; or refused for a reason of the route's own that is the same for what does not. */
export function isHidden(route: Endpoint, answer: Answer): boolean {
  if (isRefusedWith(answer, 'NOT_FOUND')) return true;
  const asked: Reason[] =
    route.access.kind === 'session' && route.access.asks
      ? ['PERMISSION_DENIED', 'TWO_FACTOR_SETUP_REQUIRED']
      : [];
  const own = [...(route.errors ?? []), ...asked].filter((reason) => describeError(reason).status === 403);
  return own.some((reason) => isRefusedWith(answer, reason));
}
