import { started } from '@latchkey/server/testing/lifetime';
import { newUser, startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { app, auth, startApp } from './app-page.ts';
import { findBrowser, newPerson, startBrowser } from './browser.ts';

const executable = findBrowser('the React switcher for organizations');

describe.skipIf(!executable)('the switcher of a React application', () => {
  const service = started(() =>
    startService({
      env: {
        BASE_URL: auth,
        ALLOWED_ORIGINS: app,
        COOKIE_DOMAIN: 'acme.test',
        ALLOW_SEVERAL_ORGANIZATIONS: 'true',
      },
    }),
  );
  const appServer = started(() => startApp(service.url, 'testing/react-app.tsx'));
  const browser = started(() =>
    startBrowser(executable ?? '', service.url, { [app]: appServer.url, [auth]: service.url }),
  );

  type Person = Awaited<ReturnType<typeof newUser>>;

  /** A person's page in the application, signed in. */
  async function pageOf({ client }: Person): Promise<{ page: Page; faults: string[] }> {
    const { page, faults } = await newPerson(browser);
    await page.context().addCookies(
      ['latchkey_session', 'csrf_token'].map((name) => ({
        name,
        value: client.cookies.get(name) ?? '',
        domain: '.acme.test',
        path: '/',
      })),
    );
    await page.goto(`${app}/`);
    return { page, faults };
  }

  async function newOwnerOf(...names: string[]) {
    const person = await newUser(service);
    await service.sql`UPDATE organizations SET name = 'First' WHERE id = ${person.organizationId}`;
    const ids: string[] = [];
    for (const name of names)
      ids.push((await person.client.post('/api/organizations', { name })).body.organization.id);
    return { ...person, ids };
  }

  const button = (page: Page, name: string) => page.getByRole('button', { name: `Organization: ${name}` });
  const choice = (page: Page, name: RegExp) =>
    page.getByRole('list', { name: 'Organizations' }).getByRole('button', { name });

  test('switches by keyboard, keeps the choice per tab, and the session follows', async () => {
    const person = await newOwnerOf('Second', 'Third');
    const { page, faults } = await pageOf(person);
    await page.getByText(`${person.email} of First`).waitFor();
    await button(page, 'First').press('Enter');
    await choice(page, /^First Owner, default$/).waitFor();
    expect(await choice(page, /^First/).getAttribute('aria-current')).toBe('true');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText(`${person.email} of Third`).waitFor();
    expect(await button(page, 'Third').evaluate((element) => element === document.activeElement)).toBe(true);
    await page.reload();
    await page.getByText(`${person.email} of Third`).waitFor();
    const otherTab = await page.context().newPage();
    await otherTab.goto(`${app}/`);
    await otherTab.getByText(`${person.email} of First`).waitFor();
    expect(faults).toEqual([]);
  });

  test('goes back to the default organization with a notice when the chosen one has ended', async () => {
    const person = await newOwnerOf('Second');
    const { page } = await pageOf(person);
    await button(page, 'First').click();
    await choice(page, /^Second/).click();
    await page.getByText(`${person.email} of Second`).waitFor();
    expect(await page.getByRole('status').filter({ hasText: 'chose' }).count()).toBe(0);
    await person.client.send('DELETE', '/api/organizations/current', {
      headers: { 'x-organization-id': person.ids[0] ?? '' },
    });
    await page.reload();
    await page.getByText(`${person.email} of First`).waitFor();
    await page
      .getByText("The organization you chose isn't available to you anymore. You're in First now.")
      .waitFor();
    await page.reload();
    await page.getByText(`${person.email} of First`).waitFor();
    expect(await page.getByText("isn't available to you").count()).toBe(0);
  });

  test('shows a single organization, or the way to one', async () => {
    const person = await newOwnerOf();
    const { page } = await pageOf(person);
    await button(page, 'First').click();
    await choice(page, /^First Owner$/).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('link', { name: 'Members' }).isVisible()).toBe(false);
    await person.client.delete('/api/organizations/current');
    await page.reload();
    await button(page, 'No organization').click();
    const link = page.getByRole('link', { name: 'Create or join one' });
    expect(await link.getAttribute('href')).toBe(`${auth}/organization`);
  });

  test('keeps a long list in view, and forgets the choice at sign-out', async () => {
    const names = Array.from({ length: 24 }, (_, index) => `Number ${index + 1} of many`);
    const person = await newOwnerOf(...names);
    const { page } = await pageOf(person);
    await button(page, 'First').click();
    await choice(page, /^Number 24 of many/).waitFor();
    const box = await page.locator('.switcher > div').boundingBox();
    expect((box?.y ?? -1) >= 0 && (box?.y ?? 0) + (box?.height ?? 0) <= 800).toBe(true);
    await choice(page, /^First/).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByText(`${person.email} of Number 24 of many`).waitFor();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Come in' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  test('says when the organizations cannot be loaded, and tries again', async () => {
    const { page } = await pageOf(await newOwnerOf('Second'));
    await page.route(`${auth}/api/organizations`, (route) => route.abort());
    await button(page, 'First').click();
    await page.getByRole('alert').filter({ hasText: "couldn't be loaded" }).waitFor();
    await page.unroute(`${auth}/api/organizations`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await choice(page, /^Second/).waitFor();
  });
});
