import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, type TestService } from '@latchkey/server/testing/service';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { app, auth, startHosts, who } from './app-page.ts';
import { findBrowser, newPerson } from './browser.ts';

const executable = findBrowser('an application on a subdomain');

/** The SDK as a page sees it. */
declare const sdk: typeof import('@latchkey/sdk');

/** Calls from the application's page, one after the other, with short results. */
function calls(
  page: Page,
  names: string[],
  login: { email: string; password: string },
  baseUrl: string = auth,
) {
  return page.evaluate(
    async ({ baseUrl, names, login }) => {
      const api = sdk.createClient({ baseUrl });
      const call: Record<string, () => Promise<unknown>> = {
        login: () => api.login({ body: login }),
        me: () => api.me(),
        write: () => api.updateProfile({ body: { firstName: 'Ada' } }),
        logout: () => api.logout(),
      };
      const said: string[] = [];
      for (const name of names)
        await call[name]?.().then(
          () => said.push(`${name}: fine`),
          (error) => said.push(`${name}: ${error.code}`),
        );
      return said;
    },
    { baseUrl, names, login },
  );
}

test.skipIf(!executable)('hosts under localhost share a session, as in local development', async () => {
  const { service, browser } = await startHosts(executable ?? '', 'acme.localhost');
  const { email } = await newUser(service);
  const { page } = await newPerson(browser);
  await page.goto('http://app.acme.localhost/');
  const login = { email, password };
  expect(await calls(page, ['login'], login, 'http://auth.acme.localhost')).toEqual(['login: fine']);
  expect(await who(page)).toBe(email);
  // The guide's way, for a page without the SDK.
  await page.evaluate(async () => {
    const [, csrf = ''] = /csrf_token=([^;]+)/.exec(document.cookie) ?? [];
    await fetch('http://auth.acme.localhost/api/auth/logout', {
      method: 'POST',
      credentials: 'include',
      headers: { 'X-CSRF-Token': csrf },
    });
  });
  expect(await who(page)).toBe('UNAUTHENTICATED');
});

describe.skipIf(!executable)('an application at app.acme.test with Latchkey at auth.acme.test', () => {
  const hosts = started(() => startHosts(executable ?? ''));
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    ({ service, browser } = hosts);
  });

  test('signs in, writes and signs out, and its own backend knows the user', async () => {
    const { email } = await newUser(service);
    const { page } = await newPerson(browser);
    await page.goto(`${app}/`);
    expect(await who(page)).toBe('UNAUTHENTICATED');
    expect(await calls(page, ['login', 'write'], { email, password })).toEqual([
      'login: fine',
      'write: fine',
    ]);
    expect(await who(page)).toBe(email);
    // After a reload, only the cookie is left.
    await page.reload();
    expect(await calls(page, ['write', 'logout'], { email, password })).toEqual([
      'write: fine',
      'logout: fine',
    ]);
    expect(await who(page)).toBe('UNAUTHENTICATED');
    const left = await page.context().cookies([app, auth]);
    expect(left.filter(({ value }) => value !== '')).toEqual([]);
  });

  test('cannot see the cookies that renew a session', async () => {
    const { email } = await newUser(service);
    const { page } = await newPerson(browser);
    await page.goto(`${app}/`);
    await page.evaluate(
      async ([baseUrl = '', email = '', password = '']) => {
        await sdk.createClient({ baseUrl }).login({ body: { email, password, rememberMe: true } });
      },
      [auth, email, password],
    );
    const names = async (url: string) => (await page.context().cookies(url)).map(({ name }) => name).sort();
    expect(await names(app)).toEqual(['csrf_token', 'latchkey_session']);
    expect(await names(`${auth}/api/auth`)).toEqual([
      'csrf_token',
      'latchkey_session',
      'refresh_token',
      'remember_me',
    ]);
  });

  test('carries over a session from before COOKIE_DOMAIN was set, and a new login replaces an old cookie', async () => {
    const { client, email } = await newUser(service);
    const { page } = await newPerson(browser);
    const hostOnly = (name: string, value: string) => ({ name, value, url: auth });
    await page
      .context()
      .addCookies([
        hostOnly('latchkey_session', client.cookies.get('latchkey_session') ?? ''),
        hostOnly('csrf_token', 'of the time before'),
      ]);
    await page.goto(`${app}/`);
    expect(await who(page)).toBe('UNAUTHENTICATED');
    expect(await calls(page, ['me', 'write'], { email, password })).toEqual(['me: fine', 'write: fine']);
    expect(await who(page)).toBe(email);

    const other = await newUser(service);
    await page.context().addCookies([hostOnly('latchkey_session', 'of the time before')]);
    await calls(page, ['login'], { email: other.email, password });
    expect(await who(page)).toBe(other.email);
    await page.goto(`${auth}/profile`);
    await page.getByText(other.email).first().waitFor();
    expect(
      (await page.context().cookies(auth)).filter(({ name }) => name === 'latchkey_session'),
    ).toHaveLength(1);
  });
});
