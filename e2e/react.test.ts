import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { startApp } from './app-page.ts';
import { choosePassword, findBrowser, newPerson, startBrowser } from './browser.ts';

type Person = Awaited<ReturnType<typeof newUser>>;

const executable = findBrowser('the React components');
const app = 'http://app.acme.test';
const auth = 'http://auth.acme.test';

describe.skipIf(!executable)('a React application', () => {
  const service = started(async () => {
    const env = { BASE_URL: auth, ALLOWED_ORIGINS: app, COOKIE_DOMAIN: 'acme.test' };
    return startService({ env });
  });
  const appServer = started(() => startApp(service.url, 'testing/react-app.tsx'));
  const browser = started(() =>
    startBrowser(executable ?? '', service.url, {
      [app]: appServer.url,
      [auth]: service.url,
    }),
  );

  test("signs a user in on Latchkey's page, shows who they are, and signs them out", async () => {
    const { email, organizationId } = await newUser(service, { firstName: 'Ada', lastName: 'Lovelace' });
    const [organization] = await service.sql`SELECT name FROM organizations WHERE id = ${organizationId}`;
    const { page, faults } = await newPerson(browser);
    await page.goto(`${app}/inbox?folder=1`);
    await page.getByRole('button', { name: 'Come in' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${app}/inbox?folder=1`);
    await page.getByText(`${email} of ${organization?.name}`).waitFor();
    expect(await page.getByRole('button', { name: 'Come in' }).count()).toBe(0);

    const account = page.getByRole('button', { name: 'Account of Ada Lovelace' });
    await account.click();
    const manage = page.getByRole('link', { name: 'Manage account' });
    expect(await manage.getAttribute('href')).toBe(`${auth}/profile`);
    expect(await page.getByRole('link', { name: 'Billing' }).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await manage.isVisible()).toBe(false);
    expect(await account.evaluate((button) => button === document.activeElement)).toBe(true);
    await account.click();
    await page.mouse.click(5, 500);
    expect(await manage.isVisible()).toBe(false);

    await account.click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Come in' }).waitFor();
    expect((await service.audit(email)).at(-1)?.action).toBe('AUTH_LOGOUT');
    expect(faults).toEqual([]);
  });

  test('sends a user to registration, who comes back signed in to the page it chose', async () => {
    const { page } = await newPerson(browser);
    await page.goto(`${app}/`);
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Create your account' }).waitFor();
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe(`${app}/welcome`);
    await page.getByLabel('Email').fill('newcomer@example.com');
    await choosePassword(page);
    await page.locator('input[autocomplete="new-password"]').fill(password);
    await page.getByLabel('Organization name').fill('Newcomers');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL(`${app}/welcome`);
    await page.getByText('newcomer@example.com of Newcomers').waitFor();
  });

  test.each([390, 1280])(
    'opens its menu fully in view in each corner of a page %i pixels wide',
    async (width) => {
      const { client } = await newUser(service);
      const viewport = { width, height: 600 };
      const { page } = await newPerson(browser, { viewport });
      await bringSession(page, client);
      await page.goto(`${app}/`);
      const account = page.getByRole('button', { name: /^Account of/ });
      const menu = page.locator('.mine > div');
      await account.waitFor();
      for (const corner of ['top:0;left:0', 'top:0;right:0', 'bottom:0;left:0', 'bottom:0;right:0']) {
        await page
          .locator('.mine')
          .evaluate((place, style) => place.setAttribute('style', `position:fixed;${style}`), corner);
        await account.click();
        const box = await menu.boundingBox();
        expect(box, corner).not.toBeNull();
        const { x, y, width: wide, height: high } = box ?? { x: 0, y: 0, width: 0, height: 0 };
        const spare = [x, y, viewport.width - x - wide, viewport.height - y - high];
        expect(Math.min(...spare), `${corner}: ${spare}`).toBeGreaterThanOrEqual(0);
        await page.keyboard.press('Escape');
      }
    },
  );

  test('notices a session that ended elsewhere when the user comes back to the page', async () => {
    const { email, client } = await newUser(service);
    const { page } = await newPerson(browser);
    await bringSession(page, client);
    await page.clock.install();
    await page.goto(`${app}/`);
    await page.getByText(`${email} of `).waitFor();
    await client.post('/api/auth/logout');
    await page.clock.fastForward(11_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByRole('button', { name: 'Come in' }).waitFor();
  });

  test("shows when Latchkey is unavailable, and doesn't treat the user as signed out", async () => {
    const { page } = await newPerson(browser);
    await page.route(`${auth}/api/auth/me`, (route) => route.abort());
    await page.goto(`${app}/`);
    await page.getByText('unavailable').waitFor();
    expect(await page.getByRole('button', { name: 'Come in' }).count()).toBe(0);
  });
});

/** Gives the page an existing session. */
async function bringSession(page: Page, client: Person['client']): Promise<void> {
  const cookie = (name: string) => ({
    name,
    value: client.cookies.get(name) ?? '',
    domain: '.acme.test',
    path: '/',
  });
  await page.context().addCookies([cookie('latchkey_session'), cookie('csrf_token')]);
}
