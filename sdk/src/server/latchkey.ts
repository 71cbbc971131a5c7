import { LatchkeyError, refusalOf } from '../error.ts';
import type { Output } from '../types.ts';
import { credentialsOf, type Incoming } from './incoming.ts';

/** Whoever a request speaks for, as `GET /api/auth/me` tells it. */
export type Caller = Omit<Output<'me'>, 'csrfToken'>;

export type Authentication = { caller: Caller; refused?: never } | { caller?: never; refused: LatchkeyError };

export type Latchkey = {
  /**
   * Who is calling, by session cookie, access token or API key. Latchkey is asked each time, so that what it revoked
   * is refused here at once. Never throws: when Latchkey cannot be asked, that is a refusal with status 503.
   */
  authenticate(request: Incoming): Promise<Authentication>;
  readonly allowedOrigins: readonly string[];
};

export type LatchkeyOptions = {
  /** The address of your Latchkey: its BASE_URL, or another that your backend reaches it by. */
  url: string;
  /** How long to wait for Latchkey before a request is answered with 503. 5,000 by default. */
  timeoutMs?: number;
  /** Origins of your own pages, other than the guarded application's, that may send it changes with a cookie. */
  allowedOrigins?: readonly string[];
  /** Told why Latchkey could not be asked. By default one line is logged, at most every ten seconds. */
  onUnavailable?: (error: LatchkeyError) => void;
  fetch?: typeof fetch;
};

export function createLatchkey(options: LatchkeyOptions): Latchkey {
  const { url, timeoutMs = 5000, allowedOrigins = [], onUnavailable = complainOf(options.url) } = options;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new TypeError(
      `createLatchkey needs the address of your Latchkey as url, such as https://auth.example.com; it got ${url}.`,
    );
  const endpoint = `${url.replace(/\/+$/, '')}/api/auth/me`;
  const send = options.fetch ?? ((...call: Parameters<typeof fetch>) => globalThis.fetch(...call));
  const ask = async (headers: Record<string, string>) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const init: RequestInit = {
      headers: { accept: 'application/json', ...headers },
      redirect: 'manual',
      // Next.js keeps answers unless told not to.
      cache: 'no-store',
      signal,
    };
    const request = () => send(endpoint, init);
    // A connection that was kept open may be gone by now, as it is when a node restarts: once more, on a new one.
    const response = await request().catch((error) => (signal.aborted ? Promise.reject(error) : request()));
    return callerIn(response);
  };
  return {
    allowedOrigins,
    async authenticate(request) {
      try {
        return { caller: await ask(credentialsOf(request)) };
      } catch (error) {
        if (error instanceof LatchkeyError && (error.status === 401 || error.status === 403))
          return { refused: error };
        const refused = unavailable(error);
        onUnavailable(refused);
        return { refused };
      }
    },
  };
}

/** Throws whatever is not Latchkey's own word on who is calling. */
async function callerIn(response: Response): Promise<Caller> {
  if (response.status !== 200) {
    const refusal = await refusalOf(response);
    // Something in between may refuse in a way that looks like Latchkey's.
    throw refusal.type === 'NETWORK_ERROR' ? new Error(refusal.message) : refusal;
  }
  const { csrfToken: _, ...caller } = (await response.json()) as Output<'me'>;
  if (typeof caller.user?.id !== 'string' || !Array.isArray(caller.permissions))
    throw new Error('What answered is not Latchkey.');
  return caller;
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
    console.error(`Latchkey at ${url} can't be asked who is calling: ${reasonOf(cause)}`);
  };
}

/** What fetch throws says little; its cause says what the network did. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
