import { jsonOf, LatchkeyError, refusalOf } from '../error.ts';
import type { Output } from '../types.ts';
import { type AccessTokenClaims, readAccessToken } from './access-token.ts';
import { credentialsOf, type Incoming } from './incoming.ts';
import { createKeySet } from './key-set.ts';

/** Whoever a request speaks for, as `GET /api/auth/me` tells it. */
export type Caller = Omit<Output<'me'>, 'csrfToken'>;

export type Authentication = { caller: Caller; refused?: never } | { caller?: never; refused: LatchkeyError };

export type TokenVerification =
  | { claims: AccessTokenClaims; refused?: never }
  | { claims?: never; refused: LatchkeyError };

export type Latchkey = {
  /**
   * Who is calling, by session cookie, access token or API key. Latchkey is asked each time, so that what it revoked
   * is refused here at once. Never throws: when Latchkey cannot be asked, that is a refusal with status 503.
   */
  authenticate(request: Incoming): Promise<Authentication>;
  /**
   * What an access token of an OpenID Connect application says, checked with Latchkey's public keys: no call, so that
   * what was revoked is good until it expires, ten minutes at most. Never throws; without the keys, that is a 503.
   * `audience` is the `resource` that tokens for you are asked for with; by default it is Latchkey itself.
   */
  verifyAccessToken(
    token: string | null | undefined,
    options?: { audience?: string },
  ): Promise<TokenVerification>;
  readonly allowedOrigins: readonly string[];
};

export type LatchkeyOptions = {
  /** The address of your Latchkey: its BASE_URL, or another that your backend reaches it by. */
  url: string;
  /** Its BASE_URL, where `url` is another. Access tokens of applications are checked against it. */
  issuer?: string;
  /** How long to wait for Latchkey before a request is answered with 503. 5,000 by default. */
  timeoutMs?: number;
  /** Origins of your own pages, other than the guarded application's, that may send it changes with a cookie. */
  allowedOrigins?: readonly string[];
  /** Told why Latchkey could not be asked. By default one line is logged, at most every ten seconds. */
  onUnavailable?: (error: LatchkeyError) => void;
  fetch?: typeof fetch;
};

export function createLatchkey(options: LatchkeyOptions): Latchkey {
  const { url, allowedOrigins = [], onUnavailable = complainOf(options.url) } = options;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new TypeError(
      `createLatchkey needs the address of your Latchkey as url, such as https://auth.example.com; it got ${url}.`,
    );
  const base = withoutSlash(url);
  const issuer = withoutSlash(options.issuer ?? url);
  const ask = createAsk(base, options);
  const away = (error: unknown) => {
    const refused = unavailable(error);
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
        if (error instanceof LatchkeyError && (error.status === 401 || error.status === 403))
          return { refused: error };
        return away(error);
      }
    },
    async verifyAccessToken(token, { audience = issuer } = {}) {
      try {
        const read = await readAccessToken(keys, token, { issuer, audience });
        return 'fault' in read ? { refused: notGood(read.fault) } : { claims: read };
      } catch (error) {
        return away(error);
      }
    },
  };
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

/** A GET to Latchkey that is answered with 200; everything else is thrown. */
function createAsk(base: string, { fetch: given, timeoutMs = 5000 }: LatchkeyOptions) {
  const send = given ?? ((...call: Parameters<typeof fetch>) => globalThis.fetch(...call));
  return async (path: string, headers: Record<string, string> = {}): Promise<Response> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const init: RequestInit = {
      headers: { accept: 'application/json', ...headers },
      redirect: 'manual',
      // Next.js keeps answers unless told not to.
      cache: 'no-store',
      signal,
    };
    const request = () => send(base + path, init);
    // A connection that was kept open may be gone by now, as it is when a node restarts: once more, on a new one.
    const response = await request().catch((error) => (signal.aborted ? Promise.reject(error) : request()));
    if (response.status === 200) return response;
    const refusal = await refusalOf(response);
    // Something in between may refuse in a way that looks like Latchkey's.
    throw refusal.type === 'NETWORK_ERROR' ? new Error(refusal.message) : refusal;
  };
}

/** Throws whatever is not Latchkey's own word on who is calling. */
async function callerIn(response: Response): Promise<Caller> {
  const { csrfToken: _, ...caller } = (await response.json()) as Output<'me'>;
  if (typeof caller.user?.id !== 'string' || !Array.isArray(caller.permissions))
    throw new Error('What answered is not Latchkey.');
  return caller;
}

function notGood(message: string): LatchkeyError {
  return new LatchkeyError({ status: 401, type: 'AUTHENTICATION_ERROR', code: 'INVALID_TOKEN', message });
}

function unavailable(cause: unknown): LatchkeyError {
  const retryAfterSeconds = (cause instanceof LatchkeyError && cause.retryAfterSeconds) || 1;
  return new LatchkeyError(
    {
      status: 503,
      type: 'SERVER_ERROR',
      code: 'UNAVAILABLE',
      message: "Your sign-in can't be checked right now. Try again in a moment.",
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
