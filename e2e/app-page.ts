import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLatchkey } from '@latchkey/sdk/server';
import { atEnd } from '@latchkey/server/testing/lifetime';
import { startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { bundleOf } from '../sdk/src/testing/bundle.ts';
import { startBrowser } from './browser.ts';

export const app = 'http://app.acme.test';
export const auth = 'http://auth.acme.test';

/** An application and Latchkey on hosts of one domain, sharing the session, and a browser that can reach both. */
export async function startHosts(executable: string, domain = 'acme.test') {
  const [app, auth] = [`http://app.${domain}`, `http://auth.${domain}`];
  const env = { BASE_URL: auth, ALLOWED_ORIGINS: app, COOKIE_DOMAIN: domain };
  const service = await startService({ env });
  const appServer = await startApp(service.url);
  const places = { [app]: appServer.url, [auth]: service.url };
  const browser = await startBrowser(executable, service.url, places);
  return { service, browser };
}

/** Who the application's backend thinks the browser is. */
export const who = (page: Page) => page.evaluate(() => fetch('/who').then((answer) => answer.text()));

/** An application: an empty page with the SDK as `sdk`, and a backend that says who you are. */
export async function startApp(serviceUrl: string, entry = 'index.ts'): Promise<{ url: string }> {
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
  atEnd(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
