import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLatchkey } from '@latchkey/sdk/server';
import { bundleOf } from '../sdk/src/testing/bundle.ts';

/** An application of somebody's own: an empty page that has the SDK as `sdk`, and a backend that tells who one is. */
export async function startApp(
  serviceUrl: string,
  entry = 'index.ts',
): Promise<{ url: string; close(): Promise<unknown> }> {
  const latchkey = createLatchkey({ url: serviceUrl });
  const { code } = await bundleOf(entry, { output: { format: 'iife', name: 'sdk' } });
  const page = `<!doctype html><link rel="icon" href="data:,"><title>An application</title><body><script>${code.replaceAll('</script', '<\\/script')}</script>`;
  const server = createServer((request, response) => {
    if (request.url !== '/who') return response.setHeader('content-type', 'text/html').end(page);
    return latchkey
      .authenticate(request)
      .then(({ caller, refused }) => response.end(caller?.user.email ?? refused?.code));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}
