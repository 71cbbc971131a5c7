import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd, started } from '@latchkey/server/testing/lifetime';
import { newApplication } from '@latchkey/server/testing/oidc';
import { clientFor, newUser, password, startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { snippetsFor } from '../console/src/applications/snippets.ts';
import { bundleOf } from '../sdk/src/testing/bundle.ts';
import { findBrowser, newPerson, startBrowser } from './browser.ts';

const executable = findBrowser('oidc-client-ts in a browser');
/** Names under localhost are trusted like https. The app is on its own site, and on a host beside Latchkey's. */
const site = 'http://auth.acme.localhost';
const stranger = 'http://app.otter.localhost';
const sibling = 'http://app.acme.localhost';

/** The library as the page sees it. */
declare const oidc: typeof import('oidc-client-ts');
type Settings = ConstructorParameters<typeof oidc.UserManager>[0];

/** A page with the library at every path; at /silent it is the frame for a renewal. */
async function startPages(): Promise<{ url: string; more: string }> {
  const library = '../../node_modules/oidc-client-ts/dist/esm/oidc-client-ts.js';
  const { code } = await bundleOf(library, { output: { format: 'iife', name: 'oidc' } });
  const inFrame = `if (location.pathname === '/silent')
    new oidc.UserManager({ authority: '${site}', client_id: 'x', redirect_uri: 'x' }).signinSilentCallback();`;
  const script = `${code};${inFrame}`.replaceAll('</script', '<\\/script');
  const page = `<!doctype html><link rel="icon" href="data:,"><title>An application</title><script>${script}</script>`;
  const pages = { url: '', more: '' };
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(page + pages.more),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(pages, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

describe.skipIf(!executable)('oidc-client-ts', () => {
  const service = started(() => startService({ env: { BASE_URL: site } }));
  const pages = started(startPages);
  const browser = started(() =>
    startBrowser(executable ?? '', service.url, {
      [stranger]: pages.url,
      [sibling]: pages.url,
      [site]: service.url,
    }),
  );
  let clientId: string;
  beforeAll(async () => {
    const uris = (path: string) => [stranger, sibling].map((origin) => origin + path);
    const redirectUris = [...uris('/callback'), ...uris('/silent')];
    const postLogoutRedirectUris = uris('/');
    ({ clientId } = await newApplication(service, {
      name: 'Otter Reports',
      kind: 'spa',
      redirectUris,
      postLogoutRedirectUris,
    }));
  });

  const settingsOf = (origin: string): Settings => ({
    authority: site,
    client_id: clientId,
    redirect_uri: `${origin}/callback`,
    silent_redirect_uri: `${origin}/silent`,
    post_logout_redirect_uri: `${origin}/`,
    scope: 'openid profile email',
    automaticSilentRenew: false,
    loadUserInfo: true,
  });
  const asked = (page: Page) => {
    const paths: string[] = [];
    page.on('request', (request) => {
      const { pathname, origin } = new URL(request.url());
      if (origin === site && request.method() !== 'OPTIONS') paths.push(pathname);
    });
    return paths;
  };

  /** Signs in on Latchkey's page and comes back as a user of the application. */
  async function signIn(page: Page, origin: string, email: string) {
    await page.goto(`${origin}/`);
    const leaving = page.waitForURL(`${site}/login?*`);
    await page.evaluate(
      (settings) => void new oidc.UserManager(settings).signinRedirect(),
      settingsOf(origin),
    );
    await leaving;
    await page.getByText("You'll continue to Otter Reports.").waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${origin}/callback?*`);
    return page.evaluate(async (settings) => {
      const { profile, access_token } = await new oidc.UserManager(settings).signinRedirectCallback();
      return { email: profile.email, token: access_token };
    }, settingsOf(origin));
  }

  test('runs the snippet shown in the console: signs a user in and out', async () => {
    const { email } = await newUser(service);
    const { page, faults } = await newPerson(browser);
    const redirectUris = [`${stranger}/callback`];
    const application = { kind: 'spa' as const, clientId, redirectUris };
    const snippets = snippetsFor({ issuer: site, application });
    const code = snippets.find(({ language }) => language === 'Single-page app')?.code ?? '';
    const snippet = code.replace(/^import .+$/m, 'const { UserManager } = oidc;');
    onTestFinished(() => {
      pages.more = '';
    });
    pages.more = `<body><script type="module">${snippet}</script>`;
    await page.goto(`${stranger}/`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: `Sign out ${email}` }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(page.url()).toBe(`${stranger}/`);
    expect((await service.audit(email)).at(-1)?.action).toBe('AUTH_LOGOUT');
    expect(faults).toEqual([]);
  });

  test('on another site signs a user in, renews in the background without a frame, and signs them out', async () => {
    const { email } = await newUser(service);
    const { page, faults } = await newPerson(browser);
    const first = await signIn(page, stranger, email);
    expect(first.email).toBe(email);

    const paths = asked(page);
    const renewed = await page.evaluate(async (settings) => {
      const user = await new oidc.UserManager(settings).signinSilent();
      return { email: user?.profile.email, token: user?.access_token };
    }, settingsOf(stranger));
    expect(renewed).toEqual({ email, token: expect.any(String) });
    expect(renewed.token).not.toBe(first.token);

    // Automatically, once the token has less than this left.
    const soon = {
      ...settingsOf(stranger),
      automaticSilentRenew: true,
      accessTokenExpiringNotificationTimeInSeconds: 599,
    };
    const byItself = await page.evaluate(async (settings) => {
      const people = new oidc.UserManager(settings);
      const loaded = new Promise<string>((resolve) =>
        people.events.addUserLoaded(({ access_token }) => resolve(access_token)),
      );
      await people.getUser();
      const token = await loaded;
      people.stopSilentRenew();
      return token;
    }, soon);
    expect(byItself).not.toBe(renewed.token);
    expect(paths).toContain('/api/oidc/token');
    expect(paths).not.toContain('/api/oidc/authorize');

    await page.evaluate(
      (settings) => void new oidc.UserManager(settings).signoutRedirect(),
      settingsOf(stranger),
    );
    await page.waitForURL(({ origin, pathname }) => origin === stranger && pathname === '/');
    const left = await page.context().cookies(site);
    expect(left.filter(({ name, value }) => name === 'latchkey_session' && value !== '')).toEqual([]);
    expect(faults).toEqual([]);
  });

  const silently = (page: Page, origin: string) =>
    page.evaluate(async (settings) => {
      const people = new oidc.UserManager({ ...settings, silentRequestTimeoutInSeconds: 8 });
      return people.signinSilent().then(
        (user) => user?.profile.email,
        (error) => error.error ?? error.message,
      );
    }, settingsOf(origin));

  test('in a frame learns who is signed in on a sibling host of Latchkey, but not on another site', async () => {
    const { email, id } = await newUser(service);
    const { page } = await newPerson(browser);
    const { cookies } = await clientFor(service, id);
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: site })));
    await page.goto(`${sibling}/`);
    expect(await silently(page, sibling)).toBe(email);
    // The session is a cookie that browsers keep to its own site.
    await page.goto(`${stranger}/`);
    expect(await silently(page, stranger)).toBe('login_required');
  });
});
