import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { atEnd } from '../lifetime.ts';
import { listen } from '../net.ts';

export const baseUrl = 'http://latchkey.test';
export const callbackOf = (provider: string) => `${baseUrl}/api/auth/oauth/${provider}/callback`;

/** What a provider does wrong, by path: never respond, respond late, or respond with a status. */
type Faults = Map<string, 'hang' | Promise<void> | number>;

/** A server on loopback whose handler is created once its address is known. */
export async function startLoopback(makeHandler: (url: string) => RequestListener) {
  const faults: Faults = new Map();
  let handler: RequestListener | undefined;
  /** The paths that were asked for, in order. */
  const asked: string[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://loopback');
    asked.push(pathname);
    const fault = faults.get(pathname);
    if (fault === 'hang') return;
    if (fault === undefined) return handler?.(request, response);
    if (typeof fault === 'object') return void fault.then(() => handler?.(request, response));
    response.writeHead(fault, { 'content-type': 'application/json' }).end('{"error":"broken"}');
  });
  // Visits keep their connections open, and none ends while a request is on its way.
  server.keepAliveTimeout = 72_000;
  const port = await listen(server, 0);
  const url = `http://127.0.0.1:${port}`;
  handler = makeHandler(url);
  return {
    url,
    faults,
    asked,
    close: atEnd(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }),
  };
}
