import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newApplication } from '@latchkey/server/testing/oidc';
import { makeOrganizationKey } from '@latchkey/server/testing/organization-keys';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, newPerson, startBrowser } from './browser.ts';
import { freePort, type Running, startExample } from './example-process.ts';

describe('the Express example', () => {
  const service = started(startService);
  const app = started(() => startExample('express', ['node', 'server.mjs'], { LATCHKEY_URL: service.url }));
  const get = (path: string, cookie = '') => fetch(app.url + path, { headers: { cookie } });

  test('sends visitors to sign in, and recognizes them until they sign out', async () => {
    const { client, email } = await newUser(service);
    expect(await (await get('/')).text()).toContain(
      `${service.url}/login?returnTo=${encodeURIComponent(`${app.url}/`)}`,
    );
    expect((await get('/api/hello')).status).toBe(401);
    const cookie = `latchkey_session=${client.cookies.get('latchkey_session')}`;
    expect(await (await get('/', cookie)).text()).toContain(`Hello ${email}`);
    expect(await (await get('/api/hello', cookie)).json()).toMatchObject({ hello: email });
    expect((await get('/api/billing', cookie)).status).toBe(200);
    await client.post('/api/auth/logout');
    expect((await get('/api/hello', cookie)).status).toBe(401);
  });
});

describe('the customer keys example', () => {
  const service = started(startService);
  let app: Running;
  let admin: Client;
  beforeAll(async () => {
    admin = (await newUser(service)).client;
    const { key } = await makeOrganizationKey(admin, { scopes: ['latchkey:verify'] });
    app = await startExample('customer-keys', ['node', 'server.mjs'], {
      LATCHKEY_URL: service.url,
      LATCHKEY_KEY: key,
    });
  });
  const call = (method: string, key?: string) =>
    fetch(`${app.url}/orders`, { method, headers: key ? { authorization: `Bearer ${key}` } : {} });

  test('serves customers whose keys allow it, until they are revoked', async () => {
    const { id, key } = await makeOrganizationKey(admin, {
      scopes: ['orders:read'],
      externalId: 'customer-7',
    });
    expect(await (await call('GET', key)).json()).toEqual({ customer: 'customer-7', orders: [] });
    expect((await call('POST', key)).status).toBe(403);
    expect((await call('GET')).status).toBe(401);
    expect((await call('GET', 'nonsense')).status).toBe(401);
    await admin.delete(`/api/organizations/current/keys/${id}`);
    expect((await call('GET', key)).status).toBe(401);
  });
});

const executable = findBrowser('the examples in a browser');
const spa = 'http://app.acme.test';
const auth = 'http://auth.acme.test';

describe.skipIf(!executable)('the single-page app example on a subdomain', () => {
  const service = started(async () => {
    const env = { BASE_URL: auth, ALLOWED_ORIGINS: spa, COOKIE_DOMAIN: 'acme.test' };
    return startService({ env });
  });
  const app = started(() =>
    startExample('vite-spa', ['node', '../../node_modules/vite/bin/vite.js'], {
      VITE_LATCHKEY_URL: auth,
    }),
  );
  const browser = started(() =>
    startBrowser(executable ?? '', service.url, { [spa]: app.url, [auth]: service.url }),
  );

  test('signs a user in on the other host, updates their profile, and signs them out', async () => {
    const { email } = await newUser(service);
    const { page, faults } = await newPerson(browser);
    await page.goto(`${spa}/`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${spa}/`);
    await page.getByLabel('First name').fill('Ada');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Hello Ada' }).waitFor();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Create an account' }).waitFor();
    expect(faults).toEqual([]);
  });
});

describe.skipIf(!executable)('the OpenID Connect examples', () => {
  const service = started(async () => {
    const port = await freePort();
    return startService({ port, env: { BASE_URL: `http://localhost:${port}` } });
  });
  const otter = 'http://app.otter.localhost';
  let browser: Browser;
  let express: Running;
  beforeAll(async () => {
    const expressPort = await freePort();
    const ISSUER = service.config.baseUrl;
    const of = async (kind: 'web' | 'spa', at: string, bye: string) => {
      const { clientId: CLIENT_ID, secret: CLIENT_SECRET = '' } = await newApplication(service, {
        kind,
        redirectUris: [`${at}/callback`],
        postLogoutRedirectUris: [at + bye],
      });
      return { ISSUER, CLIENT_ID, CLIENT_SECRET };
    };
    const told = await of('web', `http://localhost:${expressPort}`, '');
    const COOKIE_SECRET = 'a-secret-of-the-application-itself';
    express = await startExample(
      'oidc-express',
      ['node', 'server.mjs'],
      { ...told, COOKIE_SECRET },
      expressPort,
    );
    const { CLIENT_ID } = await of('spa', otter, '/');
    const spa = await startExample('oidc-spa', ['node', '../../node_modules/vite/bin/vite.js'], {
      VITE_ISSUER: ISSUER,
      VITE_CLIENT_ID: CLIENT_ID,
    });
    browser = await startBrowser(executable ?? '', service.url, { [otter]: spa.url });
  });

  const signIn = async (page: Page, email: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };

  test('Express sends visitors to sign in, recognizes them when they return, and signs them out', async () => {
    const { email } = await newUser(service);
    const { page, faults } = await newPerson(browser);
    await page.goto(express.url);
    await signIn(page, email);
    await page.getByText(`"email":"${email}"`).waitFor();
    await page.goto(`${express.url}/logout`);
    // The user is signed out, so the application's page sends them to sign in again.
    await page.getByLabel('Email').waitFor();
    expect(faults).toEqual([]);
  });

  test('a single-page app on another site signs a user in, renews the tokens, and signs them out', async () => {
    const { email } = await newUser(service);
    const { page, faults } = await newPerson(browser);
    await page.goto(`${otter}/`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await signIn(page, email);
    await page.getByRole('heading', { name: `Hello ${email}` }).waitFor();
    const renewed = page.waitForResponse((answer) => answer.url().endsWith('/api/oidc/token'));
    await page.getByRole('button', { name: 'Renew' }).click();
    expect((await renewed).status()).toBe(200);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${otter}/**`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(faults).toEqual([]);
  });
});
