import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { packageFolder, version } from '../platform/package.ts';
import { readServed, type Served, sendServed } from './console-files.ts';

/** Put there by `npm run build`. */
const tarball = join(packageFolder, 'dist/sdk.tgz');
const notBuilt = 'The SDK is not packed yet: run `npm run build` where Latchkey was installed.\n';

const newest = '/sdk.tgz';
const versioned = `/sdk-${version}.tgz`;

/** Of the SDK that fits this service. Its versions are the service's. */
export const sdkPaths = [newest, versioned] as const;

/** For `npm install http://localhost:3000/sdk.tgz`. Read on first use. */
export function addSdkPackage(app: FastifyInstance): void {
  let file: Served | undefined;
  const answer = (path: string, caching: string) =>
    app.get(path, (request, reply) => {
      if (!file && !existsSync(tarball))
        return reply.code(404).type('text/plain; charset=utf-8').send(notBuilt);
      file ??= readServed(tarball);
      return sendServed(request, reply.header('Cache-Control', caching), file);
    });
  answer(newest, 'no-cache');
  answer(versioned, 'public, max-age=31536000, immutable');
}
