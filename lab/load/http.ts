import { Agent, request } from 'node:http';

export type Reply = { status: number; body: any; cookies: string[]; ms: number };
type Request = { method: string; path: string; headers?: Record<string, string>; body?: object | undefined };

/** Longer than the service ever takes: a request that waits this long would wait forever. */
const patienceMs = 60_000;

/**
 * A client that keeps its connections, as applications do. A request without a response has status 0; it is never sent
 * again, because the service may have handled it.
 */
export function createHttp(sockets = 64) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const send = (base: string, { method, path, headers = {}, body }: Request): Promise<Reply> =>
    new Promise((resolve) => {
      const began = performance.now();
      const text = body === undefined ? undefined : JSON.stringify(body);
      const all = {
        ...headers,
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(text)),
        }),
      };
      const done = (status: number, answer: unknown, cookies: string[]) =>
        resolve({ status, body: answer, cookies, ms: performance.now() - began });
      const outgoing = request(
        base + path,
        { method, agent, headers: all, timeout: patienceMs },
        (incoming) => {
          let said = '';
          incoming.setEncoding('utf8');
          incoming.on('data', (chunk) => (said += chunk));
          incoming.on('error', () => done(0, 'cut off', []));
          incoming.on('end', () =>
            done(incoming.statusCode ?? 0, parse(said), incoming.headers['set-cookie'] ?? []),
          );
        },
      );
      outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')));
      outgoing.on('error', (error) => done(0, error.message, []));
      outgoing.end(text);
    });
  return { send, close: () => agent.destroy() };
}

export type Http = ReturnType<typeof createHttp>;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
