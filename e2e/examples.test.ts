import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Client } from '@latchkey/server/testing/client';
import { newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newApplication } from '@latchkey/server/testing/oidc';
import { makeOrganizationKey } from '@latchkey/server/testing/organization-keys';
import { newMember } from '@latchkey/server/testing/organizations';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, newPerson, startBrowser } from './browser.ts';
import { freePort, type Running, startExample } from './example-process.ts';

/** What the operator of the example with roles runs once. */
async function runSetup(env: Record<string, string>): Promise<void> {
  const cwd = fileURLToPath(new URL('../examples/express-roles', import.meta.url));
  await promisify(execFile)('node', ['setup.mjs'], { cwd, env: { ...process.env, ...env } });
}

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

describe('the example with roles', () => {
  const service = started(startService);
  const app = started(() =>
    startExample('express-roles', ['node', 'server.mjs'], { LATCHKEY_URL: service.url }),
  );
  beforeAll(async () => {
    const { client } = await newStaff(service, 'ADMIN');
    const { key } = await newKey(client, { permission: 'READ_WRITE' });
    // Twice: what is there already stays.
    for (let turn = 0; turn < 2; turn++) await runSetup({ LATCHKEY_URL: service.url, ADMIN_KEY: key });
  });

  /** What each of the three routes answers them, and the page that they see. */
  async function standing({ cookies }: Client) {
    const cookie = `latchkey_session=${cookies.get('latchkey_session')}`;
    const call = (path: string, method = 'GET') => fetch(app.url + path, { method, headers: { cookie } });
    const answers = [await call('/invoices'), await call('/invoices/r-1/refund', 'POST')];
    const [read, refund, exported] = [...answers, await call('/invoices.csv')].map(({ status }) => status);
    const page = await (await call('/')).text();
    const offered = ['See the invoices', 'Refund r-1', 'Download them'].filter((word) => page.includes(word));
    return { read, refund, exported, offered: offered.length };
  }
  const nothing = { read: 403, refund: 403, exported: 403, offered: 0 };
  const everything = { read: 200, refund: 200, exported: 200, offered: 3 };

  test("two templates and a customer's own role open three routes, from the next request on", async () => {
    const owner = await newUser(service);
    const role = { key: 'org-auditor', name: 'Auditor', permissions: ['invoices:read', 'invoices:export'] };
    expect((await owner.client.post('/api/organizations/current/roles', role)).status).toBe(201);
    const { id, client } = await newMember(service, owner.organizationId, 'MEMBER');
    const give = (...roles: string[]) =>
      owner.client.put(`/api/organizations/current/members/${id}/roles`, { roles });

    expect(await standing(owner.client)).toEqual(everything);
    expect(await standing(client)).toEqual(nothing);
    await give('support');
    expect(await standing(client)).toEqual({ ...nothing, read: 200, offered: 1 });
    await give('accountant');
    expect(await standing(client)).toEqual({ ...everything, exported: 403, offered: 2 });
    await give('org-auditor');
    expect(await standing(client)).toEqual({ ...everything, refund: 403, offered: 2 });
    await give('org-auditor', 'accountant');
    expect(await standing(client)).toEqual(everything);
    await give();
    expect(await standing(client)).toEqual(nothing);
  });

  test("another customer has neither the role nor the first one's invoices", async () => {
    const [one, other] = [await newUser(service), await newUser(service)];
    const role = { key: 'org-cashier', name: 'Cashier', permissions: ['invoices:refund'] };
    expect((await one.client.post('/api/organizations/current/roles', role)).status).toBe(201);
    const { id } = await newMember(service, other.organizationId, 'MEMBER');
    const given = await other.client.put(`/api/organizations/current/members/${id}/roles`, {
      roles: ['org-cashier'],
    });
    expect(given.status).toBe(400);
    await standing(one.client);
    const cookie = `latchkey_session=${other.client.cookies.get('latchkey_session')}`;
    const { invoices } = (await (await fetch(`${app.url}/invoices`, { headers: { cookie } })).json()) as {
      invoices: { status: string }[];
    };
    expect(invoices.map(({ status }) => status)).toEqual(['paid', 'paid']);
  });

  test('strangers are sent to sign in, and none of the three routes answers them', async () => {
    const back = encodeURIComponent(`${app.url}/`);
    expect(await (await fetch(app.url)).text()).toContain(`${service.url}/login?returnTo=${back}`);
    expect((await fetch(`${app.url}/invoices`)).status).toBe(401);
    expect((await fetch(`${app.url}/invoices.csv`)).status).toBe(401);
    expect((await fetch(`${app.url}/invoices/r-1/refund`, { method: 'POST' })).status).toBe(401);
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
