import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type Endpoint, endpoints, openApiDocument } from '@latchkey/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import { version } from '../platform/package.ts';
import { etagOf } from './console-files.ts';

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

// Requests made from the page carry the CSRF token, so that "Try it out" works once you are signed in.
const start = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  persistAuthorization: false,
  requestInterceptor(request) {
    const token = document.cookie.split('; ').find((cookie) => cookie.startsWith('csrf_token='));
    if (token) request.headers['X-CSRF-Token'] = token.slice('csrf_token='.length);
    return request;
  },
});`;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const assetTypes = {
  '/api/docs/assets/swagger-ui.css': 'text/css; charset=utf-8',
  '/api/docs/assets/swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;
const assetPaths = Object.keys(assetTypes) as (keyof typeof assetTypes)[];

/** Its own paths: they respond to GET like declared routes, but aren't part of the API they describe. */
export const referencePaths = [
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/start.js',
  ...assetPaths,
] as const;

/**
 * The OpenAPI document and a page to read and try it, all served from here, and built or read on first use.
 */
export function addReference(app: FastifyInstance, config: Config): void {
  let document: string | undefined;
  app.get('/api/openapi.json', (_request, reply) => {
    document ??= describeApi(config);
    return reply.type('application/json; charset=utf-8').send(document);
  });
  app.get('/api/docs', (_request, reply) =>
    reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(page),
  );
  app.get('/api/docs/start.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(start),
  );
  for (const path of assetPaths) app.get(path, (request, reply) => sendAsset(path, request, reply));
}

function describeApi({ baseUrl, production }: Config): string {
  const about = { title: 'Latchkey', version, serverUrl: baseUrl };
  // Routes that only tests or development may call don't exist in production.
  const routes = Object.entries<Endpoint>(endpoints).filter(
    ([, { path, local }]) => !production || !(local || path.startsWith('/api/test/')),
  );
  return JSON.stringify(openApiDocument(Object.fromEntries(routes), about));
}

async function sendAsset(
  path: (typeof assetPaths)[number],
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = await readFile(join(assets, basename(path)));
  const etag = etagOf(body);
  reply.header('ETag', etag).header('Cache-Control', 'public, max-age=86400');
  if (headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return reply.type(assetTypes[path]).send(body);
}
