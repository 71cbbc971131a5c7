import type { Challenge } from './endpoints.ts';
import { jsonOf, LatchkeyError, refusalOf, timedOut, unreachable } from './error.ts';
import type { Route } from './routes.ts';
import type { CallOptions } from './types.ts';

export type Parts = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
};

export type Wire = {
  baseUrl: string;
  fetch: typeof fetch;
  timeoutMs: number;
  /** How often to retry. */
  retries: number;
  credentials: RequestCredentials;
  /** The organization that calls act in unless they name another. */
  organizationId: () => string | undefined;
  /** The language of messages. Undefined: the browser or the person chooses. */
  locale: () => string | undefined;
  solveChallenge: ((challenge: Challenge) => Promise<string>) | undefined;
};

export type Request = { route: Route; parts: Parts; headers: Record<string, string>; options: CallOptions };

type Values = Record<string, unknown> | undefined;

function pathOf(path: string, params: Values): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
}

function queryOf(query: Values): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

function isBytes(body: unknown): body is Blob | BufferSource {
  return body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body);
}

function contentOf(body: unknown): { type: string; content: BodyInit } | undefined {
  if (body === undefined) return undefined;
  if (!isBytes(body)) return { type: 'application/json', content: JSON.stringify(body) };
  return { type: (body instanceof Blob && body.type) || 'application/octet-stream', content: body };
}

export function urlOf(baseUrl: string, route: Route, { params, query }: Parts): string {
  return baseUrl + pathOf(route.path, params) + queryOf(query);
}

/** Sends a request, and once more if the service asks for a solved challenge and there is someone to solve it. */
export async function send(wire: Wire, request: Request): Promise<unknown> {
  try {
    return await sendPatiently(wire, request);
  } catch (error) {
    if (!wire.solveChallenge || !(error instanceof LatchkeyError) || error.code !== 'CHALLENGE_REQUIRED')
      throw error;
    const solution = await wire.solveChallenge(error.details as Challenge).catch(() => {
      throw error;
    });
    return sendOnce(wire, { ...request, headers: { ...request.headers, 'x-challenge': solution } });
  }
}

/** Repeats it if that is safe and the service said to come back soon. */
async function sendPatiently(wire: Wire, request: Request): Promise<unknown> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(wire, request);
    } catch (error) {
      const isLast = request.route.method !== 'GET' || attempt >= wire.retries;
      const waitMs = isLast ? undefined : waitAfter(error, attempt);
      if (waitMs === undefined) throw error;
      await pause(waitMs, request.options.signal);
    }
  }
}

/** The longest wait before a retry, which may be refused again. */
const patienceSeconds = 10;

function waitAfter(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof LatchkeyError) || (error.status !== 503 && error.status !== 429)) return undefined;
  const seconds = error.retryAfterSeconds ?? 2 ** attempt / 2;
  // Jitter, so clients don't all retry at once.
  return seconds <= patienceSeconds ? seconds * 1000 + Math.random() * 250 : undefined;
}

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, ms);
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}

/** Without this header, the service uses the person's default organization. */
function organizationHeader(wire: Wire, { organizationId }: CallOptions): Record<string, string> {
  const chosen = organizationId === undefined ? wire.organizationId() : organizationId;
  return chosen === undefined || chosen === null ? {} : { 'x-organization-id': chosen };
}

function localeHeader(wire: Wire): Record<string, string> {
  const locale = wire.locale();
  return locale ? { 'accept-language': locale } : {};
}

/** One request, one response. Throws if the service refuses. */
async function sendOnce(wire: Wire, { route, parts, headers, options }: Request): Promise<unknown> {
  const { signal: given, timeoutMs = wire.timeoutMs } = options;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  const content = contentOf(parts.body);
  const url = urlOf(wire.baseUrl, route, parts);
  try {
    const response = await wire.fetch(url, {
      method: route.method,
      headers: {
        accept: 'application/json',
        ...(content && { 'content-type': content.type }),
        ...organizationHeader(wire, options),
        ...localeHeader(wire),
        ...headers,
      },
      credentials: wire.credentials,
      signal: given ? AbortSignal.any([given, limit.signal]) : limit.signal,
      ...(content && { body: content.content }),
    });
    if (!response.ok) throw await refusalOf(response);
    if (response.headers.get('content-type')?.includes('json')) return await jsonOf(response);
    // A download may take as long as it needs.
    clearTimeout(timer);
    return await response.blob();
  } catch (error) {
    if (error instanceof LatchkeyError || given?.aborted) throw error;
    throw limit.signal.aborted ? timedOut(timeoutMs) : unreachable(error, url);
  } finally {
    clearTimeout(timer);
  }
}
