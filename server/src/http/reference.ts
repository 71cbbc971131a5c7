import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { type Endpoint, endpoints, openApiDocument } from '@latchkey/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

const assets = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static');

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Latchkey API</title>
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css">
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<script src="/api/docs/assets/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>`;

// Requests made from the page carry the CSRF token, so that "Try it out" works once one is signed in.
const start = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  persistAuthorization: false,
  requestInterceptor(request) {
    const token = document.cookie.split('; ').find((cookie) => cookie.startsWith('csrf_token='));
    if (token) request.headers['X-CSRF-Token'] = token.slice('csrf_token='.length);
    return request;
  },
});`;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Its own paths: they answer GET like the declared ones, but are no part of the interface they describe. */
export const referencePaths = ['/api/openapi.json', '/api/docs', '/api/docs/start.js'] as const;

/** The OpenAPI document and a page to read and try it, all served from here. */
export function addReference(app: FastifyInstance, config: Config): void {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const document = JSON.stringify(
    openApiDocument(endpoints as Record<string, Endpoint>, {
      title: 'Latchkey',
      version,
      serverUrl: config.baseUrl,
    }),
  );
  app.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
  app.get('/api/docs', (_request, reply) =>
    reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(page),
  );
  app.get('/api/docs/start.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(start),
  );
  app.register(fastifyStatic, {
    root: assets,
    prefix: '/api/docs/assets/',
    index: false,
    maxAge: '1d',
    immutable: false,
  });
}
