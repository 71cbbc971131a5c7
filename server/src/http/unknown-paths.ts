import { type Endpoint, endpoints } from '@latchkey/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { refuse } from '../refusal.ts';
import { isApiPath } from './console.ts';
import { pathOf, sendRefusal } from './errors.ts';
import { referencePaths } from './reference.ts';

const known = [
  ...Object.values(endpoints as Record<string, Endpoint>),
  ...referencePaths.map((path) => ({ method: 'GET', path })),
].map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
}));

/** The methods a path answers, for the Allow header. Empty when there is no such path. */
function methodsOf(path: string): string[] {
  const methods = new Set(
    known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method as string),
  );
  if (methods.has('GET')) methods.add('HEAD');
  return methods.size > 0 ? [...methods, 'OPTIONS'] : [];
}

/** 404 for what does not exist, 405 with Allow for what exists under another method. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply, clock: Clock): FastifyReply {
  const allow = methodsOf(pathOf(request.url)).join(', ');
  if (allow && request.method === 'OPTIONS') return reply.code(204).header('Allow', allow).send();
  return sendRefusal(
    request,
    reply,
    allow ? refuse('METHOD_NOT_ALLOWED', { allow }) : refuse('NOT_FOUND'),
    clock,
  );
}

/** Before a body is read: what it holds makes no difference here. Pages are for the console to answer. */
export function addUnknownPaths(app: FastifyInstance, clock: Clock): void {
  app.addHook('preParsing', (request, reply, _body, done) => {
    if (request.is404 && isApiPath(request.url)) answerUnknown(request, reply, clock);
    else done();
  });
}
