import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { mountAuth } from './auth/routes.ts';
import type { Deps } from './deps.ts';
import { answerBadConnection } from './http/bad-connections.ts';
import { addJsonParser } from './http/body.ts';
import { cookieJar } from './http/cookies.ts';
import { refusalOf, sendRefusal } from './http/errors.ts';
import { addSecurityHeaders } from './http/headers.ts';
import { addReference } from './http/reference.ts';
import { addRequestLog } from './http/request-log.ts';
import type { Kernel } from './http/route.ts';
import { answerUnknown } from './http/unknown-paths.ts';
import { mountService } from './service/routes.ts';
import { mountUsers } from './users/routes.ts';

const jsonBodyBytes = 64 * 1024;

/** The service, from top to bottom. */
export function buildApp(deps: Deps): FastifyInstance {
  const { config, clock } = deps;
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: jsonBodyBytes,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 1000 },
    // Slow clients are let go: ten seconds for the headers, thirty for the whole request.
    requestTimeout: 30_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000 },
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => answerBadConnection(error, socket, clock),
    frameworkErrors: (error, request, reply) => void sendRefusal(request, reply, refusalOf(error), clock),
  }) as unknown as FastifyInstance;

  addJsonParser(app);
  addSecurityHeaders(app, config);
  addRequestLog(app, deps);
  if (config.corsOrigins.length > 0)
    app.register(cors, {
      origin: [...config.corsOrigins],
      credentials: true,
      allowedHeaders: ['Authorization', 'Content-Type', 'X-CSRF-Token'],
    });

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal.refused === 'INTERNAL_ERROR') request.log.error({ err: error }, 'a request failed');
    if (refusal.refused === 'UNAVAILABLE') request.log.warn({ err: error }, 'the database does not answer');
    return sendRefusal(request, reply, refusal, clock);
  });
  app.setNotFoundHandler((request, reply) => answerUnknown(request, reply, clock));

  const kernel: Kernel = { app, deps, jar: cookieJar(config.secureCookies) };
  mountAuth(kernel);
  mountUsers(kernel);
  mountService(kernel);
  addReference(app, config);
  return app;
}
