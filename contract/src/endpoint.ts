import type { z } from 'zod';
import type { AccessChange } from './access-changes.ts';
import type { Reason } from './errors.ts';
import type { LimitName } from './limits.ts';
import { type LatchkeyScope, type OrganizationRole, type Permission, permissions } from './permissions.ts';

/**
 * What a request is about, where a session counts. One that an organization's identity provider began belongs to that
 * organization: it may do what is about the `organization` or only about the `own` session, name and keys. What is
 * `personal` needs a proof that the person gave themselves, lately. `second-factor`: the same, unless they have nothing to
 * prove with, since the service may ask them for one.
 */
export type About = 'organization' | 'own' | 'personal' | 'second-factor';

/** Who may call a route. The rules about which rows they may touch are in the area's policy. */
export type Access =
  /** `sessionWhen`: when this query parameter is true, a browser's session counts too, but not an impersonation. */
  | { kind: 'public'; sessionWhen?: undefined }
  | { kind: 'public'; sessionWhen: string; about: About }
  /** A browser's session counts if there is one, even an impersonation. The protocol handles both cases. */
  | { kind: 'public'; session: 'if-any'; about: About }
  /** A session counts if one of our pages, or an access token, brings it, but not an impersonation. */
  | { kind: 'public'; session: 'own'; about: About }
  /** `asks`: permissions that extend the session's reach, depending on whom the request is about. */
  | { kind: 'session'; about: About; asks?: readonly Permission[] }
  /** `withPermission`: needed as well. `all`: every other permission of the service. */
  | {
      kind: 'permission';
      permission: Permission;
      withPermission?: Permission | 'all';
      orOrganizationRole?: OrganizationRole;
    }
  | { kind: 'organization'; role: OrganizationRole }
  /** Only an organization's own key, with the scope in `organizationKey`. */
  | { kind: 'organizationKey' }
  /** The credential is in the body or in its own cookie: a refresh token or a pending login. */
  | { kind: 'token' };

/**
 * How a protocol that isn't ours speaks. `oauth`: takes a form and refuses with RFC 6749 bodies; `oauth-json`: the same
 * with JSON, and the errors of RFC 7591; `bearer`: also puts refusals in WWW-Authenticate (RFC 6750); `browser` and
 * `browser-sign-out`: a person is passing through and sees a refusal as a page; `scim`: JSON as in RFC 7644, where `token`
 * access means the token of an organization's directory; `mcp`: JSON-RPC, with a challenge as in RFC 6750.
 */
export type Dialect = 'oauth' | 'oauth-json' | 'bearer' | 'browser' | 'browser-sign-out' | 'scim' | 'mcp';

/** Features that can be switched off. Their routes then return 404. */
type Feature = 'oidc' | 'mcp' | 'dynamicClients' | 'accountDeletion' | 'sso';

/** Whatever isn't a GET says what it changes of anyone's access; most change nothing of it. */
type Method =
  | { method: 'GET'; changesAccess?: never }
  | { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; changesAccess: readonly AccessChange[] };

/** A body of raw bytes, or a response that isn't JSON. */
export type Binary = { binary: readonly string[]; description: string };

export type Body = z.ZodType | Binary;

/** A response that sends the browser to another address. */
export type Redirect = { redirect: true; description: string };

/**
 * `recent: 'first'`: only for an account that has no password yet; others prove theirs. `unchanged: 'allowed'`: a form
 * may send the field back with its old value.
 */
type FieldRule = {
  apiKey?: false;
  impersonation?: 'blocked';
  recent?: true | 'first';
  unchanged?: 'allowed';
  about?: 'personal';
};

type Declaration = Method & {
  path: `/api/${string}` | `/.well-known/${string}`;
  summary: string;
  description?: string;
  access: Access;
  feature?: Feature;
  /** True: only in development, and only from the machine the service runs on. 404 for everyone else. */
  local?: true;
  /** True: the answer waits for something to happen. That takes no time of ours, and is no event worth a line in the log. */
  waits?: true;
  dialect?: Dialect;
  /** True: a page of another site posts its form here, so it must change nothing. */
  form?: true;
  /** How long the body may be, where the usual 64 KiB are too few. */
  bodyBytes?: number;
  /** Scripts from any origin may call this, without credentials. */
  cors?: 'any';
  limit?: LimitName;
  /**
   * Where the service is guarded against bots, a request brings a solved challenge, whatever its credential: always, or
   * once sign-ins failed for the account that it names or from the network that it comes from.
   */
  challenge?: 'always' | 'after-failures';
  /** The body field that names the account, for limits that are also counted per account. */
  accountField?: string;
  /**
   * Which turn a request waits for before it asks the database: one of the few for requests that may hash a secret or that
   * mail on request, or any. `none`: it asks only who its caller is, or what all requests share.
   */
  turn?: 'hash' | 'mail' | 'none';
  /** Where not every request may hash a secret: the body field with which it does. */
  hashesWith?: string;
  /** Its answer or body is large, always or when this query parameter is true: an account gets two of those at a time. */
  large?: 'always' | 'export';
  /**
   * True: what it lists may come from a replica of the database, seconds late. What decides who may see it never does, nor does
   * anything for someone who just changed something.
   */
  mayBeLate?: true;
  /** False: refuses every API key, whatever its permissions. */
  apiKey?: false;
  /** The scope that opens this to an organization's own keys. Without it, they are all refused. */
  organizationKey?: LatchkeyScope;
  /** While this query parameter is true, no remembered login is resumed, and nothing is set in the browser. */
  pureWhen?: string;
  /** False: only the cookie session works. */
  bearer?: false;
  /** `ends`: leaves an impersonation, so it works even when that may no longer go on. */
  impersonation?: 'blocked' | 'ends';
  /** True: the session's last proof is at most ten minutes old. A user's API key has none; an organization's needs none. */
  recent?: true;
  /** The same, only when this query parameter is true. */
  recentWhen?: string;
  /** Body fields with their own rule, which refuses requests that send them. */
  guardedFields?: { readonly [field: string]: FieldRule };
  /**
   * The organization that it is about: the one that X-Organization-Id names, or the caller's default, whatever the
   * header says. Unless declared, it is the first, except under /api/auth/: a page with a stale choice can sign out.
   */
  organization?: 'chosen' | 'default';
  /** True: stays open to callers who must set up two-factor first. */
  beforeTwoFactorSetup?: true;
  /** Stays open to people whom only the organization's policy refuses. `own`: if the id in the path is their own. */
  beyondOrganizationPolicy?: true | 'own';
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: Body;
  responses: { readonly [status: number]: Body | Redirect };
  /** The route's own reasons. `reasonsOf` adds those implied by access, limit and body. */
  errors?: readonly Reason[];
};

/** `order`: how many were declared before it. The names of a module are sorted by the alphabet. */
export type Endpoint = Declaration & { csrf: 'token' | 'origin' | 'none'; order: number };

/** Every permission that a caller needs. */
export function neededFor({ permission, withPermission }: Extract<Access, { kind: 'permission' }>) {
  if (withPermission === 'all') return permissions;
  return withPermission ? [permission, withPermission] : [permission];
}

/** The same for what comes with the first one, in words. */
export function alsoNeeded({ withPermission }: Extract<Access, { kind: 'permission' }>): string {
  if (withPermission === 'all') return ' with every other permission of the service';
  return withPermission ? ` with \`${withPermission}\`` : '';
}

let declared = 0;

/** Declares a route. The server mounts it; OpenAPI, SDK and the authorization tests are derived from it. */
export function endpoint<const D extends Declaration>(declaration: D): D & Pick<Endpoint, 'csrf' | 'order'> {
  return { ...declaration, csrf: csrfOf(declaration), order: declared++ };
}

/** Foreign protocols are called from any origin, and use a cookie only for reading. */
function csrfOf({ method, access, dialect, form }: Declaration): Endpoint['csrf'] {
  if (method === 'GET' || dialect || form) return 'none';
  return access.kind === 'public' || access.kind === 'token' ? 'origin' : 'token';
}

export function isBinary(body: Body | Redirect): body is Binary {
  return 'binary' in body;
}

export function isRedirect(body: Body | Redirect): body is Redirect {
  return 'redirect' in body;
}

/** What it is about. What a role permits, in an organization or the service, is about the organization. */
export function aboutOf({ access }: Pick<Declaration, 'access'>): About {
  return 'about' in access ? access.about : 'organization';
}

/** Whether it heeds the organization that a request names. Foreign protocols and open routes don't know the header. */
export function heedsChoice({ path, access, dialect, organization }: Declaration): boolean {
  if (dialect || access.kind === 'public' || access.kind === 'token') return false;
  return (organization ?? (path.startsWith('/api/auth/') ? 'default' : 'chosen')) === 'chosen';
}

/** Whether it takes its body as a form, as protocols older than JSON do. */
export function takesForm({ dialect, form }: Pick<Declaration, 'dialect' | 'form'>): boolean {
  return form === true || (dialect !== undefined && !['oauth-json', 'scim', 'mcp'].includes(dialect));
}

/** Whether it answers HEAD. A GET that redirects may sign someone in or out on the way, so it doesn't. */
export function answersHead({ method, responses }: Pick<Declaration, 'method' | 'responses'>): boolean {
  return method === 'GET' && !Object.values(responses).some(isRedirect);
}

/** Whether a session that an identity provider began needs the person's own proof. */
export function isPersonal(route: Pick<Declaration, 'access'>): boolean {
  return aboutOf(route) === 'personal' || aboutOf(route) === 'second-factor';
}

/** Every reason a caller can get, including the implied ones. */
export function reasonsOf(route: Endpoint): Reason[] {
  const reasons = new Set<Reason>(route.errors ?? []);
  const add = (...more: Reason[]) => {
    for (const reason of more) reasons.add(reason);
  };
  if (route.body) add('VALIDATION_FAILED');
  // The body is read before we know that the route doesn't take one.
  if (route.method !== 'GET') add('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (route.method !== 'GET' && !(route.body && isBinary(route.body)) && !takesForm(route))
    add('MALFORMED_JSON');
  if (route.query) add('VALIDATION_FAILED');
  if (route.params || route.feature || route.local) add('NOT_FOUND');
  if (route.params) add('MALFORMED_REQUEST'); // Broken percent-encoding matches nothing.
  if (route.limit || route.large) add('RATE_LIMITED');
  if (route.challenge) add('CHALLENGE_REQUIRED');
  if (route.csrf === 'token') add('CSRF_INVALID', 'API_KEY_READ_ONLY');
  if (route.csrf === 'origin') add('FORBIDDEN_ORIGIN');
  if (route.csrf === 'origin' && route.apiKey !== false) add('API_KEY_INVALID', 'API_KEY_READ_ONLY');
  if (route.apiKey === false) add('API_KEY_NOT_ALLOWED');
  // A public read ignores keys, and protocols of others don't know them.
  if (route.form || (!route.dialect && route.csrf !== 'none'))
    add('API_KEY_INVALID', 'API_KEY_NETWORK', 'API_KEY_SCOPE_MISSING');
  if (route.organizationKey) add('RATE_LIMITED');
  if (route.turn !== 'none') add('OVERLOADED');
  if (route.access.kind === 'public' && 'sessionWhen' in route.access) add('IMPERSONATION_BLOCKED');
  if (route.access.kind !== 'public' && route.access.kind !== 'token') {
    add('UNAUTHENTICATED', 'API_KEY_INVALID', 'API_KEY_NETWORK', 'API_KEY_SCOPE_MISSING');
    if (route.method === 'GET') add('REMEMBER_ME_REUSED');
    if (route.bearer === false) add('COOKIE_SESSION_REQUIRED');
    // To anyone whose impersonation can't go on.
    if (route.impersonation !== 'ends') add('PERMISSION_DENIED');
    if (heedsChoice(route)) add('NO_ORGANIZATION');
    if (!route.beforeTwoFactorSetup)
      add('TWO_FACTOR_SETUP_REQUIRED', 'SIGN_IN_METHOD_NOT_ALLOWED', 'SSO_REQUIRED');
    if (route.impersonation === 'blocked') add('IMPERSONATION_BLOCKED');
    if (route.recent || route.recentWhen || isPersonal(route)) add('REAUTHENTICATION_REQUIRED');
    for (const rule of Object.values(route.guardedFields ?? {})) {
      if (rule.apiKey === false) add('API_KEY_NOT_ALLOWED');
      if (rule.impersonation === 'blocked') add('IMPERSONATION_BLOCKED');
      if (rule.recent || rule.about) add('REAUTHENTICATION_REQUIRED');
    }
  }
  add('INTERNAL_ERROR', 'UNAVAILABLE', 'OUTCOME_UNKNOWN');
  return [...reasons];
}
