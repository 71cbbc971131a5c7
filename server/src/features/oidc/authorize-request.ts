import { canParseUrl, type OidcScope, returnToMaxLength } from '@latchkey/contract';
import { type Key, seal, unseal } from '../../platform/crypto/seal.ts';
import type { ApplicationRow } from '../applications/application-store.ts';
import { isPublic } from '../applications/policy.ts';
import type { ClientDocument } from './client-documents.ts';
import { scopesToRead } from './mcp-resource.ts';
import type { OidcDeps } from './oidc-deps.ts';

/** RFC 8707: an absolute URI without a fragment. */
export function isResource(value: string): boolean {
  return value.length <= 2000 && !value.includes('#') && canParseUrl(value) && !/[\s\p{Cc}]/u.test(value);
}

/** The path that repeats the request when the browser comes back from one of our pages. */
export function againPath(parameters: Parameters): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).filter(Boolean).map((each) => [name, each]),
  );
  return `/api/oidc/authorize?${new URLSearchParams(given as [string, string][])}`;
}

export type ReceivedRequest = RedirectTarget & {
  request: AuthorizeRequest;
  parameters: Parameters;
  decision: Decision | undefined;
};

/** What the user answered on the consent page, and in which session they were asked. */
export type Decision = {
  answer: 'allow' | 'deny';
  askedIn: string | undefined;
  organizationId?: string | undefined;
};

/** Where the response goes. Both are checked first: otherwise, the browser is not redirected at all. */
export type RedirectTarget = {
  application: ApplicationRow;
  redirectUri: string;
  /** What it publishes about itself, if it registered with no one. */
  document?: ClientDocument | undefined;
};

/** The parameters as received. A repeated one is a list. */
export type Parameters = Record<string, string | string[] | undefined>;

/** The error that goes back to the application instead of a code. */
export type AuthorizeFault = { error: string; description: string };

/** A valid request. The outcome depends on the user who is signed in. */
export type AuthorizeRequest = {
  scopes: OidcScope[];
  nonce: string | undefined;
  codeChallenge: string | undefined;
  prompts: readonly string[];
  maxAgeSeconds: number | undefined;
  loginHint: string | undefined;
  /** Language tags, the most wanted first. */
  uiLocales: readonly string[];
  idTokenHint: string | undefined;
  resource: string | undefined;
  /** The organization that its tokens are to be about. */
  organization: string | undefined;
};

export function isFault(value: object): value is AuthorizeFault {
  return 'error' in value;
}

const fault = (error: string, description: string): AuthorizeFault => ({ error, description });

/** A parameter's value, if it has just one. */
export function single(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function readRequest(
  deps: OidcDeps,
  application: ApplicationRow,
  parameters: Parameters,
): AuthorizeRequest | AuthorizeFault {
  const get = (name: string) => single(parameters[name]);
  const refused =
    refuseForm(parameters) ?? refusePkce(application, get) ?? refusePrompt(get('prompt'), get('max_age'));
  if (refused) return refused;
  const resource = get('resource');
  if (resource !== undefined && !isResource(resource))
    return fault('invalid_target', 'The resource must be an absolute URI without a fragment.');
  const maxAge = get('max_age');
  return {
    scopes: [
      ...scopesOf(application, get('scope')),
      ...scopesToRead(deps, { resource, scope: get('scope') }),
    ],
    nonce: get('nonce'),
    codeChallenge: get('code_challenge'),
    prompts: splitWords(get('prompt')),
    maxAgeSeconds: maxAge === undefined ? undefined : Number(maxAge),
    loginHint: get('login_hint'),
    uiLocales: splitWords(get('ui_locales')),
    idTokenHint: get('id_token_hint'),
    resource,
    organization: get('organization')?.toLowerCase(),
  };
}

/** Unknown scopes, and those this application cannot have, are left out: the answer says what was granted. */
export function scopesOf({ scopes }: Pick<ApplicationRow, 'scopes'>, asked: string | undefined): OidcScope[] {
  const words = splitWords(asked);
  return scopes.filter((scope) => words.includes(scope));
}

/** `scope` as the protocol has it: left out if there are none. */
export function scopeIn(scopes: readonly string[]): { scope?: string } {
  return scopes.length > 0 ? { scope: scopes.join(' ') } : {};
}

export function splitWords(list: string | undefined): string[] {
  return (list ?? '').split(' ').filter(Boolean);
}

function refuseForm(parameters: Parameters): AuthorizeFault | undefined {
  if (Array.isArray(parameters.resource)) return fault('invalid_target', 'Send only one resource.');
  const repeated = Object.entries(parameters).find(([, value]) => Array.isArray(value));
  if (repeated) return fault('invalid_request', `The parameter ${repeated[0]} is repeated.`);
  if (isTooLong(parameters)) return fault('invalid_request', 'The request is too long.');
  if (parameters.request !== undefined)
    return fault('request_not_supported', 'Send the parameters directly.');
  if (parameters.request_uri !== undefined)
    return fault('request_uri_not_supported', 'Send the parameters directly.');
  if (parameters.registration !== undefined)
    return fault('registration_not_supported', 'Register the application first.');
  if (parameters.response_type === undefined) return fault('invalid_request', 'response_type is missing.');
  if (parameters.response_type !== 'code')
    return fault('unsupported_response_type', 'Only response_type=code is supported.');
  if (parameters.response_mode !== undefined && parameters.response_mode !== 'query')
    return fault('invalid_request', 'Only response_mode=query is supported.');
  return undefined;
}

/** The whole request goes along to the sign-in page, with a mark of ours. */
export function isTooLong(parameters: Parameters): boolean {
  return againPath(parameters).length > returnToMaxLength - 100;
}

/** A challenge without a method would be `plain`, which proves nothing. A client that may omit PKCE needs a nonce. */
function refusePkce(
  application: ApplicationRow,
  get: (name: string) => string | undefined,
): AuthorizeFault | undefined {
  const [challenge, method] = [get('code_challenge'), get('code_challenge_method')];
  if (challenge === undefined && method === undefined && !application.requirePkce && !isPublic(application))
    return get('nonce') === undefined
      ? fault('invalid_request', 'Without PKCE, a nonce is required.')
      : undefined;
  if (challenge === undefined) return fault('invalid_request', 'code_challenge is required.');
  if (method !== 'S256') return fault('invalid_request', 'code_challenge_method must be S256.');
  return /^[\w~.-]{43}$/.test(challenge)
    ? undefined
    : fault('invalid_request', 'code_challenge must be a SHA-256 hash in base64url.');
}

function refusePrompt(prompt: string | undefined, maxAge: string | undefined): AuthorizeFault | undefined {
  const words = splitWords(prompt);
  if (words.includes('none') && words.length > 1)
    return fault('invalid_request', "prompt=none can't be combined with other values.");
  if (maxAge !== undefined && !/^\d{1,9}$/.test(maxAge))
    return fault('invalid_request', 'max_age must be a number of seconds.');
  return undefined;
}

const loopback = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?((?:[/?].*)?)$/;

/** Exact match. Only a loopback address may have any port: a native application listens on whichever is free. */
export function isRegistered(registered: readonly string[], asked: string): boolean {
  return registered.includes(asked) || registered.some((each) => differsInPort(each, asked));
}

function differsInPort(registered: string, asked: string): boolean {
  const [one, other] = [loopback.exec(registered), loopback.exec(asked)];
  return one !== null && other !== null && one[1] === other[1] && one[2] === other[2];
}

const thisDevice =
  /^(?:(?:.+\.)?localhost\.?|127\.[\d.]+|0\.0\.0\.0|\[::1?\]|\[::ffff:(?:7f[\da-f]{2}|0):[\da-f]+\])$/;

/** A loopback address or a custom scheme: any program on the device could be there, not only the application. */
export function isOnDevice(uri: string): boolean {
  const { protocol, hostname } = new URL(uri);
  return !/^https?:$/.test(protocol) || thisDevice.test(hostname);
}

/** An address with more in its query. The registered part stays as it was. */
export function withQuery(uri: string, query: Record<string, string | undefined>): URL {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const search = new URLSearchParams(given as [string, string][]).toString();
  return new URL(search === '' ? uri : `${uri}${uri.includes('?') ? '&' : '?'}${search}`);
}

/** Sealed data that one of our pages hands back. Only the service can make or read it. */
export function sealRequest(key: Key, request: object): string {
  return seal(key, Buffer.from(JSON.stringify(request))).toString('base64url');
}

/** Undefined unless the request was made for this `kind` of page and this user. */
export function openRequest<T extends { kind: string; userId: string }>(
  key: Key,
  kind: T['kind'],
  userId: string,
  request: string,
): T | undefined {
  const opened = unseal(key, Buffer.from(request, 'base64url'));
  const made = opened && (JSON.parse(opened.toString()) as T);
  return made?.kind === kind && made.userId === userId ? made : undefined;
}
