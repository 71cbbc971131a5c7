import { jsonOf, LatchkeyError, refusalOf } from '../error.ts';
import type { Output } from '../types.ts';
import { type AccessTokenClaims, readAccessToken } from './access-token.ts';
import { checkedOptions, isAddress, isList, isText, type OptionRules } from './checked-options.ts';
import { credentialsOf, type Incoming } from './incoming.ts';
import { createKeySet } from './key-set.ts';
import { type KeyAnswer, type KeyRequirements, questionFor } from './verify-key.ts';

/** Who a request speaks for, as `GET /api/auth/me` returns it. */
export type Caller = Omit<Output<'me'>, 'csrfToken'>;

export type Authentication = { caller: Caller; refused?: never } | { caller?: never; refused: LatchkeyError };

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
   * refusal with status 503.
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
   * Whether an API key that your customer sent is good for a request. Asks Latchkey every time, with the `key` that
   * `createLatchkey` was given. No key makes it throw, only options that are unknown or wrong; an outage, or a refusal
   * of your own key, is a refusal with status 503.
   */
  verifyKey(key: string | null | undefined, options?: KeyRequirements): Promise<KeyAnswer>;
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
  const ask = createAsk(base, options);
  const away = (error: unknown, what?: string) => {
    const refused = unavailable(error, what);
    onUnavailable(refused);
    return { refused };
  };
  const keys = createKeySet(async () => jsonOf(await ask('/api/oidc/jwks')), away);
  return {
    allowedOrigins,
    async authenticate(request) {
      try {
        return { caller: await callerIn(await ask('/api/auth/me', credentialsOf(request))) };
      } catch (error) {
        return error instanceof LatchkeyError && isAboutCaller(error) ? { refused: error } : away(error);
      }
    },
    async verifyKey(key, given = {}) {
      const question = questionFor(options.key, given);
      try {
        return await question(ask, key);
      } catch (error) {
        return away(error, 'API key');
      }
    },
    async verifyAccessToken(token, given = {}) {
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
    },
  };
}

/** Anything else that Latchkey refuses with, such as 429, is about this backend. */
function isAboutCaller({ status, code }: LatchkeyError): boolean {
  return status === 401 || status === 403 || code === 'NO_ORGANIZATION';
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

/** A request to Latchkey that must return 200; anything else is thrown. With a body, it is a POST. */
function createAsk(base: string, { fetch: given, timeoutMs = 5000 }: LatchkeyOptions) {
  const send = given ?? ((...call: Parameters<typeof fetch>) => globalThis.fetch(...call));
  return async (path: string, headers: Record<string, string> = {}, body?: unknown): Promise<Response> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const content = body === undefined ? {} : { 'content-type': 'application/json' };
    const init: RequestInit = {
      headers: { accept: 'application/json', ...content, ...headers },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      redirect: 'manual',
      // Next.js caches responses unless told not to.
      cache: 'no-store',
      signal,
    };
    const request = () => send(base + path, init);
    // A kept-alive connection may be gone, for example after a node restarts: try once more on a new one.
    const response = await request().catch((error) => (signal.aborted ? Promise.reject(error) : request()));
    if (response.status === 200) return response;
    const refusal = await refusalOf(response);
    // Something in between may refuse in a way that looks like Latchkey.
    throw refusal.type === 'NETWORK_ERROR' ? new Error(refusal.message) : refusal;
  };
}

/** Throws unless this is Latchkey's own answer about who is calling. */
async function callerIn(response: Response): Promise<Caller> {
  const { csrfToken: _, ...caller } = (await response.json()) as Output<'me'>;
  if (typeof caller.user?.id !== 'string' || !Array.isArray(caller.permissions))
    throw new Error('What answered is not Latchkey.');
  return caller;
}

function notGood(message: string): LatchkeyError {
  return new LatchkeyError({ status: 401, type: 'AUTHENTICATION_ERROR', code: 'INVALID_TOKEN', message });
}

function unavailable(cause: unknown, what = 'sign-in'): LatchkeyError {
  const retryAfterSeconds = (cause instanceof LatchkeyError && cause.retryAfterSeconds) || 1;
  return new LatchkeyError(
    {
      status: 503,
      type: 'SERVER_ERROR',
      code: 'UNAVAILABLE',
      message: `Your ${what} can't be checked right now. Try again in a moment.`,
      retryAfterSeconds,
    },
    { cause },
  );
}

const quietMs = 10_000;

function complainOf(url: string): (error: LatchkeyError) => void {
  let silentUntil = 0;
  return ({ cause }) => {
    const now = performance.now();
    if (now < silentUntil) return;
    silentUntil = now + quietMs;
    console.error(`Latchkey at ${url} can't be asked: ${reasonOf(cause)}`);
  };
}

/** What fetch throws says little; its cause says what the network did. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
