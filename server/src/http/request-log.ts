import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../identity/deps.ts';
import { addressOf } from './client-address.ts';

/** One line per request, with its declared route: a path or query may hold a token. */
export function logWhenAnswered(deps: Deps, request: FastifyRequest, reply: FastifyReply): void {
  const since = performance.now();
  // The framework's own hook would cost each request two listeners and two closures.
  reply.raw.on('finish', () => logRequest(deps, request, reply, performance.now() - since));
}

function logRequest(deps: Deps, request: FastifyRequest, reply: FastifyReply, elapsedMs: number): void {
  const { method, id: requestId, call } = request;
  const { statusCode: status } = reply;
  const route = call?.route.path ?? request.routeOptions.url ?? 'unknown';
  const busyMs = Math.max(0, elapsedMs - (request.waitedMs ?? 0));
  deps.metrics.requests.observe({ method, route, status }, busyMs / 1000);
  const isCalm = call?.route.waits && status < 400;
  const level = isCalm || isQuiet(deps, method, route, status) ? 'debug' : 'info';
  const ms = Math.round(elapsedMs * 10) / 10;
  deps.tracer?.request({ method, route, status, requestId, elapsedMs, traceparent: traceparentOf(request) });
  const ip = call?.client.ipAddress ?? addressOf(request);
  deps.log.request(level, { requestId, method, route, status, ms, ip });
}

function traceparentOf({ headers }: FastifyRequest): string | undefined {
  const { traceparent } = headers;
  return typeof traceparent === 'string' ? traceparent : undefined;
}

/**
 * Requests that would drown out everything else: successful probes and, in development, pages and their
 * files.
 */
function isQuiet({ config }: Deps, method: string, route: string, status: number): boolean {
  if (status >= 400) return false;
  if (route.startsWith('/api/health/')) return true;
  return config.environment === 'development' && (method === 'GET' || method === 'HEAD');
}

const pauseMs = 10_000;

/** While the database is down, every request fails for the same reason: one line now and then says so. */
export function createOutageLog({ log, clock }: Pick<Deps, 'log' | 'clock'>): (error: Error) => void {
  let toldAt: number | undefined;
  let refused = 0;
  return (error) => {
    refused++;
    const now = clock.now().getTime();
    if (toldAt !== undefined && now >= toldAt && now - toldAt < pauseMs) return;
    const { code } = error as { code?: string };
    log.warn({ code, reason: error.message, refused }, "the database isn't responding");
    toldAt = now;
    refused = 0;
  };
}
