import { basename, join } from 'node:path';
import { type Endpoint, endpoints, openApiDocument } from '@latchkey/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import { packageFolder, version } from '../platform/package.ts';
import { readServed, type Served, sendServed } from './console-files.ts';

/** Put there by `npm run build`. */
const assets = join(packageFolder, 'dist/reference');

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
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
const start = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
SwaggerUIBundle({
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

const assetPaths = ['/api/docs/assets/swagger-ui.css', '/api/docs/assets/swagger-ui-bundle.js'] as const;

/** Its own paths: they respond to GET like declared routes, but aren't part of the API they describe. */
export const referencePaths = [
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/start.js',
  ...assetPaths,
] as const;

/** Answers as if there were nothing here. */
type Close = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * The OpenAPI document and a page to read and try it, all served from here, and built or read on first use.
 */
export function addReference(app: FastifyInstance, config: Config, close: Close): void {
  if (!config.apiDocs) {
    for (const path of referencePaths) app.get(path, close);
    return;
  }
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
  for (const path of assetPaths) {
    let file: Served | undefined;
    app.get(path, (request, reply) => {
      file ??= readServed(join(assets, basename(path)));
      return sendServed(request, reply.header('Cache-Control', 'public, max-age=86400'), file);
    });
  }
}

function describeApi({ baseUrl, production }: Config): string {
  const about = { title: 'Latchkey', version, serverUrl: baseUrl };
  // Routes that only tests or development may call don't exist in production.
  const routes = Object.entries<Endpoint>(endpoints).filter(
    ([, { path, local }]) => !production || !(local || path.startsWith('/api/test/')),
  );
  return JSON.stringify(openApiDocument(Object.fromEntries(routes), about));
}
