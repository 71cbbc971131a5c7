import { jsonOf, LatchkeyError } from '../error.ts';
import { type AccessTokenClaims, readAccessToken } from './access-token.ts';
import { type Ask, complainOf, createAsk, unavailable } from './asking.ts';
import { type Authentication, readCaller } from './caller.ts';
import { checkedOptions, isAddress, isList, isText, type OptionRules } from './checked-options.ts';
import { credentialsOf, type Incoming } from './incoming.ts';
import { createKeySet, type KeySet } from './key-set.ts';
import { LocalChecks, type LocalStats, type WhoIs } from './local/local-checks.ts';
import type { LocalOptions } from './local/local-options.ts';
import {
  createProtectedResource,
  type ProtectedResource,
  type ProtectedResourceOptions,
} from './protected-resource.ts';
import { type KeyAnswer, type KeyRequirements, questionFor } from './verify-key.ts';

export type TokenVerification =
  | { claims: AccessTokenClaims; refused?: never }
  | { claims?: never; refused: LatchkeyError };

export type AcceptedTokens = {
  /** Only tokens issued to these applications. Undefined, such as an unset variable, accepts none: leave it out for all. */
  clientId?: string | readonly string[] | undefined;
  /**
   * The `resource` that clients request tokens for you with. Latchkey itself if it is left out, which is
   * no restriction. Undefined accepts none.
   */
  audience?: string;
};

export type Latchkey = {
  /**
   * Identifies the caller by session cookie, access token or API key, in the organization that the request's
   * X-Organization-Id names, or their default one. Asks Latchkey every time, so anything it revoked is refused at once;
   * so is an organization they don't belong to, with status 404. Never throws: if Latchkey can't be reached, that is a
   * refusal with status 503. With `local`, it answers from this process where it can, and whatever was changed or revoked
   * counts within `maxStalenessMs`.
   */
  authenticate(request: Incoming): Promise<Authentication>;
  /**
   * The claims in an OpenID Connect application's access token, checked with Latchkey's public keys, which are at most a
   * minute old (ten while Latchkey can't be reached). It makes no call for the token itself, so a revoked one works
   * until it expires, ten minutes at most. No token makes it throw, only options that are
   * unknown or wrong; without the keys, the result is a 503. Say whose tokens you accept, or those of every application
   * pass.
   */
  verifyAccessToken(token: string | null | undefined, options?: AcceptedTokens): Promise<TokenVerification>;
  /**
   * What a server needs that clients find their own way to, such as an MCP server: its metadata (RFC 9728), and a check of
   * the tokens that were issued for it. `verify` never throws for what a request holds; `refused.headers` tells a client
   * where to get a token.
   */
  protectedResource(options: ProtectedResourceOptions): ProtectedResource;
  /**
   * Whether an API key that your customer sent is good for a request. Asks Latchkey every time, with the `key` that
   * `createLatchkey` was given. No key makes it throw, only options that are unknown or wrong; an outage, or a refusal
   * of your own key, is a refusal with status 503.
   */
  verifyKey(key: string | null | undefined, options?: KeyRequirements): Promise<KeyAnswer>;
  /** How local checks fare in this process. Undefined without `local`. */
  readonly local: { stats(): LocalStats } | undefined;
  /** Ends local checks for good: from now on, Latchkey is asked every time. */
  close(): void;
  readonly allowedOrigins: readonly string[];
};

export type LatchkeyOptions = {
  /** The address of your Latchkey: its BASE_URL, or another address your backend uses to reach it. */
  url: string;
  /** A key of your organization with the scope `latchkey:verify`: only `verifyKey` needs it. */
  key?: string | undefined;
  /** Its BASE_URL, if `url` is different. Access tokens of applications are checked against it. */
  issuer?: string;
  /** How long to wait for Latchkey before responding with 503. 5,000 by default. */
  timeoutMs?: number;
  /** Other origins of your own pages that may send changes to the guarded application with a cookie. */
  allowedOrigins?: readonly string[];
  /** Called with the reason Latchkey couldn't be reached. By default, logs one line at most every ten seconds. */
  onUnavailable?: (error: LatchkeyError) => void;
  fetch?: typeof fetch;
  /** Answers about callers from this process, in microseconds. See the guide "Check callers locally". */
  local?: LocalOptions | undefined;
};

const orLeftOut = (is: (value: unknown) => boolean) => (value: unknown) => value === undefined || is(value);
const isFunction = (value: unknown) => typeof value === 'function';
const isDuration = (value: unknown) => typeof value === 'number' && value > 0;

const knownOptions: OptionRules = {
  // `createLatchkey` says more about this one.
  url: { mustBe: 'an address', is: () => true },
  issuer: { mustBe: 'an address', is: orLeftOut(isAddress) },
  timeoutMs: { mustBe: 'a number of milliseconds', is: orLeftOut(isDuration) },
  allowedOrigins: { mustBe: 'a list of origins', is: orLeftOut(isList) },
  onUnavailable: { mustBe: 'a function', is: orLeftOut(isFunction) },
  key: { mustBe: 'an organization key', is: orLeftOut(isText) },
  fetch: { mustBe: 'a function', is: orLeftOut(isFunction) },
  // `LocalChecks` says more about this one.
  local: { mustBe: 'an object', is: orLeftOut((value) => typeof value === 'object' && value !== null) },
};

/** One that is undefined accepts no token. */
const knownTokens: OptionRules = {
  clientId: {
    mustBe: 'a client ID or a list of them',
    is: (value) => value === undefined || isText(value) || isList(value),
  },
  audience: { mustBe: 'an address', is: orLeftOut(isText) },
};

export function createLatchkey(given: LatchkeyOptions): Latchkey {
  const options = checkedOptions('createLatchkey', given, knownOptions);
  const { url, allowedOrigins = [], onUnavailable = complainOf(url) } = options;
  if (!isAddress(url))
    throw new TypeError(
      `createLatchkey needs the address of your Latchkey as url, such as https://auth.example.com; it got ${url}.`,
    );
  const base = withoutSlash(url);
  const issuer = withoutSlash(options.issuer ?? url);
  const { ask, askOnce } = createAsk(base, options);
  const away = (error: unknown, what?: string) => {
    const refused = unavailable(error, what);
    onUnavailable(refused);
    return { refused };
  };
  const keys = createKeySet(async () => jsonOf(await ask('/api/oidc/jwks')), away);
  const whoIs = createWhoIs(ask, away);
  const local = options.local && new LocalChecks(options.local, { url, askOnce, whoIs });
  const verifyAccessToken = createVerify(keys, issuer, away);
  return {
    allowedOrigins,
    local: local && { stats: () => local.stats() },
    close: () => local?.close(),
    authenticate: local
      ? (request) => local.authenticate(request)
      : async (request) => (await whoIs(credentialsOf(request), 'plain')).answer,
    async verifyKey(key, given = {}) {
      const question = questionFor(options.key, given);
      try {
        return await question(ask, key);
      } catch (error) {
        return away(error, 'API key');
      }
    },
    verifyAccessToken,
    protectedResource: (options) => createProtectedResource(options, issuer, verifyAccessToken),
  };
}

/** Says no to what it can't check. */
function createVerify(
  keys: KeySet,
  issuer: string,
  away: (error: unknown) => { refused: LatchkeyError },
): Latchkey['verifyAccessToken'] {
  return async (token, given = {}) => {
    const options = checkedOptions('verifyAccessToken', given, knownTokens);
    // A setting that is missing must not open what it was meant to close.
    const { clientId } = options;
    const audience = 'audience' in options ? options.audience : issuer;
    const clientIds = 'clientId' in options ? [clientId].flat() : undefined;
    try {
      const read = await readAccessToken(keys, token, { issuer, audience, clientIds });
      return 'fault' in read ? { refused: notGood(read.fault) } : { claims: read };
    } catch (error) {
      return away(error);
    }
  };
}

const paths = { plain: '/api/auth/me', check: '/api/auth/me?check=true' };

function createWhoIs(ask: Ask, away: (error: unknown) => Authentication): WhoIs {
  return async (headers, asked) => {
    try {
      const { caller, check } = await readCaller(await ask(paths[asked], headers));
      return { answer: { caller }, check };
    } catch (error) {
      const isTheirs = error instanceof LatchkeyError && isAboutCaller(error);
      return { answer: isTheirs ? { refused: error } : away(error) };
    }
  };
}

/** Anything else that Latchkey refuses with, such as 429, is about this backend. */
function isAboutCaller({ status, code }: LatchkeyError): boolean {
  return status === 401 || status === 403 || code === 'NO_ORGANIZATION';
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

function notGood(message: string): LatchkeyError {
  return new LatchkeyError({ status: 401, type: 'AUTHENTICATION_ERROR', code: 'INVALID_TOKEN', message });
}
