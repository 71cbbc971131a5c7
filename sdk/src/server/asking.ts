import { LatchkeyError, refusalOf } from '../error.ts';

type Options = { fetch?: typeof fetch | undefined; timeoutMs?: number | undefined };
type Headers = Record<string, string>;

export type Ask = (path: string, headers?: Headers, body?: unknown) => Promise<Response>;
export type AskOnce = (
  path: string,
  headers: Headers,
  within: { timeoutMs: number; signal: AbortSignal },
) => Promise<Response>;

/** Requests to Latchkey that must return 200; anything else is thrown. With a body, they are POSTs. */
export function createAsk(base: string, { fetch: given, timeoutMs: usualMs = 5000 }: Options) {
  const send = given ?? ((...call: Parameters<typeof fetch>) => globalThis.fetch(...call));
  const initOf = (signal: AbortSignal, headers: Headers, body?: unknown): RequestInit => {
    const content = body === undefined ? {} : { 'content-type': 'application/json' };
    return {
      headers: { accept: 'application/json', ...content, ...headers },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      redirect: 'manual',
      // Next.js caches responses unless told not to.
      cache: 'no-store',
      signal,
    };
  };
  const ask: Ask = async (path, headers = {}, body) => {
    const signal = AbortSignal.timeout(usualMs);
    const request = () => send(base + path, initOf(signal, headers, body));
    // A kept-alive connection may be gone, for example after a node restarts: try once more on a new one.
    const response = await request().catch((error) => (signal.aborted ? Promise.reject(error) : request()));
    if (response.status === 200) return response;
    const refusal = await refusalOf(response);
    // Something in between may refuse in a way that looks like Latchkey.
    throw refusal.type === 'NETWORK_ERROR' ? new Error(refusal.message) : refusal;
  };
  const askOnce: AskOnce = async (path, headers, { timeoutMs, signal: ended }) => {
    const signal = AbortSignal.any([ended, AbortSignal.timeout(timeoutMs)]);
    const response = await send(base + path, initOf(signal, headers));
    if (response.status === 200) return response;
    throw await refusalOf(response);
  };
  return { ask, askOnce };
}

/** What people are told while Latchkey can't be asked. */
export function unavailable(cause: unknown, what = 'sign-in'): LatchkeyError {
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

export function complainOf(url: string): (error: LatchkeyError) => void {
  let silentUntil = 0;
  return ({ cause }) => {
    const now = performance.now();
    if (now < silentUntil) return;
    silentUntil = now + quietMs;
    console.error(`Latchkey at ${url} can't be asked: ${reasonOf(cause)}`);
  };
}

/** What fetch throws says little; its cause says what the network did. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
