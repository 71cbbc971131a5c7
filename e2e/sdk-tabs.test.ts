import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { startApp } from './app-page.ts';
import { findBrowser, newPerson, startBrowser, wholeBrowsers } from './browser.ts';

const executable = findBrowser('the SDK in several tabs', wholeBrowsers);
const app = 'http://app.example.test';
const auth = 'http://auth.example.test';

/** The SDK as a page sees it, with its tokens in localStorage. */
declare const sdk: typeof import('@latchkey/sdk');

function callMe(page: Page): Promise<string> {
  return page.evaluate(async (baseUrl) => {
    const api = sdk.createClient({
      baseUrl,
      session: 'token',
      loadTokens: () => JSON.parse(localStorage.getItem('tokens') ?? 'null'),
      onTokens: (tokens) => localStorage.setItem('tokens', JSON.stringify(tokens)),
    });
    return api.me().then(
      ({ user }) => user.email,
      (error) => error.code,
    );
  }, auth);
}

describe.skipIf(!executable)('two tabs of an application', () => {
  const service = started(() => startService({ env: { BASE_URL: auth, ALLOWED_ORIGINS: app } }));
  const appServer = started(() => startApp(service.url));
  const browser = started(() =>
    startBrowser(executable ?? '', service.url, {
      [app]: appServer.url,
      [auth]: service.url,
    }),
  );

  test('renew their shared tokens only once when both call at the same time', async () => {
    const { email } = await newUser(service);
    const { page } = await newPerson(browser);
    const context = page.context();
    const second = await context.newPage();
    await Promise.all([page.goto(`${app}/`), second.goto(`${app}/`)]);
    await page.evaluate(
      async ([baseUrl = '', email = '', password = '']) => {
        const onTokens = (tokens: unknown) => localStorage.setItem('tokens', JSON.stringify(tokens));
        await sdk.createClient({ baseUrl, session: 'token', onTokens }).login({ body: { email, password } });
      },
      [auth, email, password],
    );
    service.clock.advance({ minutes: 16 });
    const refreshes: string[] = [];
    // Late enough that a tab that doesn't wait would send a used-up token.
    await context.route(`${auth}/api/auth/refresh`, async (route) => {
      if (route.request().method() === 'POST') refreshes.push(route.request().url());
      const response = await route.fetch({ url: `${service.url}/api/auth/refresh` });
      service.clock.advance({ seconds: 30 });
      await route.fulfill({ response });
    });
    expect(await Promise.all([callMe(page), callMe(second)])).toEqual([email, email]);
    expect(refreshes).toHaveLength(1);
    expect(await callMe(second)).toBe(email);
  });
});
