import { refusalOf, unreachable } from './error.ts';
import type { Route } from './types.ts';

export type Parts = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
};

export type Wire = { baseUrl: string; fetch: typeof fetch };

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

/** One request, one answer. Throws what the service refuses. */
export async function send(
  wire: Wire,
  route: Route,
  parts: Parts,
  more: {
    headers: Record<string, string>;
    credentials: RequestCredentials;
    signal?: AbortSignal | undefined;
  },
): Promise<unknown> {
  const content = contentOf(parts.body);
  const url = urlOf(wire.baseUrl, route, parts);
  const response = await wire
    .fetch(url, {
      method: route.method,
      headers: {
        accept: 'application/json',
        ...(content && { 'content-type': content.type }),
        ...more.headers,
      },
      credentials: more.credentials,
      ...(more.signal && { signal: more.signal }),
      ...(content && { body: content.content }),
    })
    .catch((error: unknown) => {
      if (more.signal?.aborted) throw error;
      throw unreachable(error);
    });
  if (!response.ok) throw await refusalOf(response);
  const json = response.headers.get('content-type')?.includes('json');
  return json ? response.json() : response.blob();
}
