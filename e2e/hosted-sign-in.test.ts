import { started } from '@latchkey/server/testing/lifetime';
import { settleIn } from '@latchkey/server/testing/organizations';
import { newUser, password, type TestService } from '@latchkey/server/testing/service';
import { giveSystemRole, setTwoFactor } from '@latchkey/server/testing/standing';
import { newEnrolled, nextCode } from '@latchkey/server/testing/two-factor';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { app, auth, startHosts, who } from './app-page.ts';
import { choosePassword, findBrowser, newPerson } from './browser.ts';

const executable = findBrowser('sign-in for an application');
const inside = `${app}/inside?a=1&b=2`;

const to = (path: string, returnTo = inside) => `${auth}${path}?returnTo=${encodeURIComponent(returnTo)}`;

describe.skipIf(!executable)('a user sent to sign in by an application', () => {
  const hosts = started(() => startHosts(executable ?? ''));
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    ({ service, browser } = hosts);
  });

  const open = async (url: string) => {
    const { page } = await newPerson(browser);
    await page.goto(url);
    return page;
  };
  const fillLogin = async (page: Page, email: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const fillRegistration = async (page: Page, first: string) => {
    await page.getByLabel('First name').fill(first);
    await choosePassword(page);
    await page.locator('input[autocomplete="new-password"]').fill(password);
  };

  test('returns after a login, and at once when they already have a session', async () => {
    const { email } = await newUser(service);
    const page = await open(to('/login'));
    await fillLogin(page, email);
    await page.waitForURL(inside);
    expect(await who(page)).toBe(email);
    await page.goto(to('/login', `${app}/again`));
    await page.waitForURL(`${app}/again`);
  });

  test('returns after the second factor', async () => {
    const { email, secret } = await newEnrolled(service);
    const page = await open(to('/login'));
    await fillLogin(page, email);
    await page.getByLabel('Digit 1 of 6').click();
    await page.keyboard.type(nextCode(service, secret));
    await page.waitForURL(inside);
    expect(await who(page)).toBe(email);
  });

  test('returns after registration, signed in', async () => {
    const page = await open(to('/login'));
    await page.getByRole('link', { name: 'Create an account' }).click();
    await fillRegistration(page, 'Ada');
    await page.getByLabel('Email').fill('ada@acme.test');
    await page.getByLabel('Organization name').fill('Acme');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL(inside);
    expect(await who(page)).toBe('ada@acme.test');
  });

  test('returns after an invitation, with a new or an existing account', async () => {
    const { client } = await newUser(service);
    const invite = async (email: string) => {
      const made = await client.post('/api/organizations/current/invites', { email, role: 'MEMBER' });
      return to(new URL(made.body.invite.url).pathname);
    };
    const page = await open(await invite('grace@acme.test'));
    await page.getByRole('link', { name: 'Create an account' }).click();
    await fillRegistration(page, 'Grace');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL(inside);
    expect(await who(page)).toBe('grace@acme.test');

    const known = await newUser(service);
    await settleIn(service, known.id, null);
    const second = await open(await invite(known.email));
    await second.getByRole('link', { name: 'I already have an account' }).click();
    await fillLogin(second, known.email);
    await second.getByRole('button', { name: `Join as ${known.email}` }).click();
    await second.waitForURL(inside);
    expect(await who(second)).toBe(known.email);
  });

  test('continues through a link once required two-factor is set up', async () => {
    const { email, id } = await newUser(service);
    await giveSystemRole(service, id, 'ADMIN');
    const page = await open(to('/login'));
    await fillLogin(page, email);
    await page.waitForURL(/profile\/security/);
    expect(await page.getByRole('link', { name: 'Continue to app.acme.test' }).count()).toBe(0);
    await setTwoFactor(service, id, true);
    await page.reload();
    await page.getByRole('link', { name: 'Continue to app.acme.test' }).click();
    await page.waitForURL(inside);
  });

  test('is never sent to an untrusted address, at sign-in or with a session', async () => {
    const { email } = await newUser(service);
    const page = await open(to('/login', 'http://app.acme.test@evil.test/'));
    await fillLogin(page, email);
    await page.waitForURL(`${auth}/`);
    // Other addresses: contract/src/return-to.test.ts.
    for (const returnTo of [
      'http://app.acme.test@evil.test/',
      'javascript:document.title="evil"',
      '//evil.test/',
    ]) {
      await page.goto(to('/login', returnTo));
      await page.waitForURL(`${auth}/`);
      expect(await page.title()).not.toContain('evil');
    }
  });
});
