import type { z } from 'zod';
import type { Reason } from './errors.ts';
import type { LimitName } from './limits.ts';
import type { OrganizationRole, Permission } from './permissions.ts';

/** Who may call a route. Rules about which rows a caller may touch stand in the area's policy. */
type Access =
  /** `sessionWhen`: with this query parameter set to true, a browser's session counts too, if there is one of its own. */
  | { kind: 'public'; sessionWhen?: string }
  /** A browser's session counts if there is one, whoever it speaks for. The protocol says what comes of either. */
  | { kind: 'public'; session: 'if-any' }
  /** `asks`: permissions that reach further than the session alone does, depending on whom the request is about. */
  | { kind: 'session'; asks?: readonly Permission[] }
  | { kind: 'permission'; permission: Permission; orOrganizationRole?: OrganizationRole }
  | { kind: 'organization'; role: OrganizationRole }
  /** The credential is in the body or in a cookie of its own: a refresh token, a pending login. */
  | { kind: 'token' };

/**
 * How a protocol that isn't ours speaks. `oauth`: a form comes in, and refusals are RFC 6749 bodies; `oauth-json`: the same
 * with JSON; `bearer`: refusals also stand in WWW-Authenticate (RFC 6750); `browser`: somebody is on their way through, and
 * reads a refusal on a page.
 */
type Dialect = 'oauth' | 'oauth-json' | 'bearer' | 'browser';

/** What can be switched off: its routes are 404 then. */
type Feature = 'oidc' | 'dynamicClients';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A body of raw bytes, or a response that is not JSON. */
export type Binary = { binary: readonly string[]; description: string };

export type Body = z.ZodType | Binary;

/** An answer that is an address for the browser to go to. */
export type Redirect = { redirect: true; description: string };

/** `unchanged: 'allowed'`: a form that sends a field back as it was changes nothing. */
type FieldRule = { apiKey?: false; impersonation?: 'blocked'; unchanged?: 'allowed' };

type Declaration = {
  method: Method;
  path: `/api/${string}` | `/.well-known/${string}`;
  summary: string;
  description?: string;
  access: Access;
  feature?: Feature;
  /** True: only in development, and only for whoever sits at the machine the service runs on. 404 for everyone else. */
  local?: true;
  dialect?: Dialect;
  /** Scripts of any origin may call this, without credentials. */
  cors?: 'any';
  limit?: LimitName;
  /** The body field that names the account, for limits that are also counted per account. */
  accountField?: string;
  /** False: an API key is refused here whatever it may do elsewhere. */
  apiKey?: false;
  /** False: only the cookie session serves. */
  bearer?: false;
  impersonation?: 'blocked';
  /** True: the session's last proof is at most ten minutes old. An API key has none. */
  recent?: true;
  /** Body fields that bring a rule of their own: sending one is what the rule refuses. */
  guardedFields?: { readonly [field: string]: FieldRule };
  /** True: stays open to a caller who must set up two-factor first. */
  beforeTwoFactorSetup?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: Body;
  responses: { readonly [status: number]: Body | Redirect };
  /** The reasons of this route's own. What access, limit and body imply is added by `reasonsOf`. */
  errors?: readonly Reason[];
};

export type Endpoint = Declaration & { csrf: 'token' | 'origin' | 'none' };

/** Declares a route. The server mounts it; OpenAPI, SDK and the authorization tests are derived from it. */
export function endpoint<const D extends Declaration>(declaration: D): D & Pick<Endpoint, 'csrf'> {
  return { ...declaration, csrf: csrfOf(declaration) };
}

/** A protocol of others is spoken from anywhere, and no cookie is taken for it but where it only asks. */
function csrfOf({ method, access, dialect }: Declaration): Endpoint['csrf'] {
  if (method === 'GET' || dialect) return 'none';
  return access.kind === 'public' || access.kind === 'token' ? 'origin' : 'token';
}

export function isBinary(body: Body | Redirect): body is Binary {
  return 'binary' in body;
}

export function isRedirect(body: Body | Redirect): body is Redirect {
  return 'redirect' in body;
}

/** Whether its body is a form, in the words of a protocol that is older than JSON. */
export function takesForm({ dialect }: Pick<Declaration, 'dialect'>): boolean {
  return dialect !== undefined && dialect !== 'oauth-json';
}

/** Whether HEAD may ask for it. Where GET leads somewhere else, it may have signed somebody in or out on the way. */
export function answersHead({ method, responses }: Pick<Declaration, 'method' | 'responses'>): boolean {
  return method === 'GET' && !Object.values(responses).some(isRedirect);
}

/** Every reason a caller can meet, the implied ones included. */
export function reasonsOf(route: Endpoint): Reason[] {
  const reasons = new Set<Reason>(route.errors ?? []);
  const add = (...more: Reason[]) => {
    for (const reason of more) reasons.add(reason);
  };
  if (route.body) add('VALIDATION_FAILED');
  // A body is read before it is known that nobody asked for one.
  if (route.method !== 'GET') add('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (route.method !== 'GET' && !(route.body && isBinary(route.body)) && !takesForm(route))
    add('MALFORMED_JSON');
  if (route.query) add('VALIDATION_FAILED');
  if (route.params || route.feature || route.local) add('NOT_FOUND');
  // Broken percent-encoding names nothing.
  if (route.params) add('MALFORMED_REQUEST');
  if (route.limit) add('RATE_LIMITED');
  if (route.csrf === 'token') add('CSRF_INVALID', 'API_KEY_READ_ONLY');
  if (route.csrf === 'origin') add('FORBIDDEN_ORIGIN');
  if (route.csrf === 'origin' && route.apiKey !== false) add('API_KEY_INVALID', 'API_KEY_READ_ONLY');
  if (route.apiKey === false) add('API_KEY_NOT_ALLOWED');
  if (route.access.kind === 'public' && 'sessionWhen' in route.access) add('IMPERSONATION_BLOCKED');
  if (route.access.kind === 'session' && route.access.asks) add('PERMISSION_DENIED');
  if (route.access.kind !== 'public' && route.access.kind !== 'token') {
    add('UNAUTHENTICATED', 'API_KEY_INVALID');
    if (route.method === 'GET') add('REMEMBER_ME_REUSED');
    if (route.bearer === false) add('COOKIE_SESSION_REQUIRED');
    if (route.access.kind !== 'session') add('PERMISSION_DENIED');
    if (route.access.kind === 'organization') add('NO_ORGANIZATION');
    if (!route.beforeTwoFactorSetup) add('TWO_FACTOR_SETUP_REQUIRED');
    if (route.impersonation === 'blocked') add('IMPERSONATION_BLOCKED');
    if (route.recent) add('REAUTHENTICATION_REQUIRED');
    for (const rule of Object.values(route.guardedFields ?? {})) {
      if (rule.apiKey === false) add('API_KEY_NOT_ALLOWED');
      if (rule.impersonation === 'blocked') add('IMPERSONATION_BLOCKED');
    }
  }
  add('INTERNAL_ERROR', 'UNAVAILABLE');
  return [...reasons];
}
