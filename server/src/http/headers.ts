import { answersHead, type Endpoint, endpoints } from '@latchkey/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../identity/deps.ts';
import type { Config } from '../platform/config/config.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { isApiPath } from './console.ts';
import { documentPaths } from './documents.ts';
import { pathOf, sendRefusal } from './errors.ts';
import { refuseKeyNowhere } from './identify.ts';
import { referencePaths } from './reference.ts';
import { sdkPaths } from './sdk-package.ts';

/** On every response. No API response may be rendered, framed, sniffed or cached. */
export function securityHeaders(config: Pick<Config, 'baseUrl'>): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'Content-Security-Policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
    ...(config.baseUrl.startsWith('https:') && {
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    }),
  };
}

export function setHeaders(request: FastifyRequest, reply: FastifyReply, common: Record<string, string>) {
  reply.headers(common).header('X-Request-Id', request.id);
}

const known = [
  ...Object.values(endpoints as Record<string, Endpoint>).flatMap((route) => [
    { method: route.method as string, path: route.path as string },
    ...(answersHead(route) ? [{ method: 'HEAD', path: route.path }] : []),
  ]),
  ...[...referencePaths, ...sdkPaths, ...documentPaths].flatMap((path) => [
    { method: 'GET', path },
    { method: 'HEAD', path },
  ]),
].map(({ method, path }) => ({
  method,
  path,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`),
}));

/**
 * The methods a path supports, for the Allow header: those of a literal route, or else of one with
 * parameters.
 */
function methodsOf(path: string, which: 'any' | 'own' = 'any'): string[] {
  const own = known.filter((route) => route.path === path);
  const matching =
    own.length > 0 || which === 'own' ? own : known.filter(({ pattern }) => pattern.test(path));
  const methods = new Set(matching.map(({ method }) => method));
  return methods.size > 0 ? [...methods, 'OPTIONS'] : [];
}

/** 404 for an unknown path, 405 with Allow for a known path with another method. */
type Tools = Pick<Deps, 'clock' | 'languages'>;

export function answerUnknown(request: FastifyRequest, reply: FastifyReply, tools: Tools): FastifyReply {
  const allow = methodsOf(pathOf(request.url)).join(', ');
  if (allow && request.method === 'OPTIONS') return reply.code(204).header('Allow', allow).send();
  return sendRefusal(
    request,
    reply,
    allow ? refuse('METHOD_NOT_ALLOWED', { allow }) : refuse('NOT_FOUND'),
    tools,
  );
}

/** A segment may be another route's literal name: `complete` isn't a provider, and has no GET. */
export function refuseParameters(path: string): Refusal<'METHOD_NOT_ALLOWED' | 'NOT_FOUND'> {
  const allow = methodsOf(path, 'own').join(', ');
  return allow ? refuse('METHOD_NOT_ALLOWED', { allow }) : refuse('NOT_FOUND');
}

/** Runs before the body is read, since the body makes no difference. The console serves pages. */
export function addUnknownPaths(app: FastifyInstance, deps: Deps): void {
  app.addHook('preParsing', (request, reply, body, done) => {
    if (!request.is404 || !isApiPath(request.url)) return done(null, body);
    const answer = (refusal: Refusal | undefined) =>
      void (refusal ? sendRefusal(request, reply, refusal, deps) : answerUnknown(request, reply, deps));
    refuseKeyNowhere(deps, request).then(answer).catch(done);
  });
}
