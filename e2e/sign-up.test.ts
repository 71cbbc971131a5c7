import { started } from '@latchkey/server/testing/lifetime';
import { freePort } from '@latchkey/server/testing/net';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDevice } from './authenticator.ts';
import { findBrowser, newPerson, startBrowser } from './browser.ts';

const executable = findBrowser('signing up in a browser');

describe.skipIf(!executable)('the sign-up page', () => {
  let address: string;
  const service = started(async () => {
    const port = await freePort();
    address = `http://localhost:${port}`;
    return startService({ port, env: { BASE_URL: address, ENABLE_EMAIL_LOGIN: 'true' } });
  });
  const browser = started(() => startBrowser(executable ?? '', service.url));
  const heading = (page: Page, name: string | RegExp) =>
    page.getByRole('heading', { level: 1, name }).waitFor();

  async function arrive({
    passkeys = true,
    prepare = async (_page: Page): Promise<unknown> => undefined,
  } = {}) {
    const { page, faults } = await newPerson(browser, { baseURL: address });
    const device = passkeys ? await addDevice(page) : undefined;
    if (!passkeys) await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
    await prepare(page);
    await page.goto('/register');
    return { page, faults, device };
  }
  async function fill(page: Page, first: string, email: string) {
    await page.getByLabel('First name').fill(first);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Organization name').fill(`${first} & Co`);
  }
  /** Chromium does this for its own password manager alone, which no test can fill: any device may do it here. */
  const makeQuietly = (page: Page) =>
    page.addInitScript(() => {
      const { credentials } = navigator;
      const create = credentials.create.bind(credentials);
      credentials.create = ({
        mediation,
        ...options
      }: CredentialCreationOptions & { mediation?: string } = {}) => {
        document.documentElement.dataset.mediation = mediation ?? 'asked';
        return create(options);
      };
      Object.assign(PublicKeyCredential, {
        getClientCapabilities: async () => ({ conditionalCreate: true }),
      });
    });
  const mailedCode = async (email: string) =>
    /^Code: (\d{6})$/m.exec((await service.mails(email)).at(-1)?.text ?? '')?.[1] ?? 'no code';
  /** Nothing on the page speaks of a password that one would have to think of. */
  const rules = (page: Page) => page.getByText(/at least|uppercase|8 characters/i).count();

  test('offers a passkey first, which then signs in by autofill, and never speaks of password rules', async () => {
    const { page, faults, device } = await arrive();
    await heading(page, 'Create your account');
    await page.getByRole('button', { name: 'Use a password' }).waitFor();
    expect(await page.getByRole('button').allInnerTexts()).toEqual(
      expect.arrayContaining(['Create account with a passkey', 'Email me a code', 'Use a password']),
    );
    expect([await rules(page), await page.locator('input[type=password]').count()]).toEqual([0, 0]);
    // Without an organization the browser says so, before any passkey is made.
    await page.getByLabel('First name').fill('Penny');
    await page.getByLabel('Email').fill('penny@example.com');
    await page.getByRole('button', { name: 'Create account with a passkey' }).click();
    expect(
      await page.getByLabel('Organization name').evaluate((field) => field === document.activeElement),
    ).toBe(true);
    expect(await device?.count()).toBe(0);
    await page.getByLabel('Organization name').fill('Penny & Co');
    await page.getByRole('button', { name: 'Create account with a passkey' }).click();
    await heading(page, 'Welcome, Penny');
    expect(await device?.count()).toBe(1);
    // The address says nothing of it, so it still has to be verified.
    await page.getByText('Follow the link we emailed you.').waitFor();

    await page.context().clearCookies();
    await page.goto('/login');
    await heading(page, 'Welcome, Penny');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('leaves no passkey behind that the service refused', async () => {
    const { email } = await newUser(service);
    const { page, device } = await arrive();
    await fill(page, 'Twin', email);
    await page.getByRole('button', { name: 'Create account with a passkey' }).click();
    await page
      .getByText(/already/)
      .first()
      .waitFor();
    await expect.poll(() => device?.count()).toBe(0);
    // And one that they don't want after all is no error.
    await device?.touch(false);
    await page.context().close();
  });

  test('mails a code where the browser has no passkeys, and the address is verified by it', async () => {
    const email = 'cody@example.com';
    const { page, faults } = await arrive({ passkeys: false });
    await fill(page, 'Cody', email);
    expect(await page.getByRole('button', { name: /passkey/ }).count()).toBe(0);
    expect(await rules(page)).toBe(0);
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await page.getByText(`We emailed a code to ${email}`).waitFor();
    // A mistake in the form is mended without another code.
    await page.getByRole('button', { name: 'Change your details' }).click();
    expect(await page.getByLabel('First name').inputValue()).toBe('Cody');
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await page.getByLabel('Digit 1 of 6').click();
    await page.keyboard.type(await mailedCode(email));
    await heading(page, 'Welcome, Cody');
    expect(await page.getByText('Follow the link we emailed you.').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('signs in the owner of an account who asks for a code here', async () => {
    const { email } = await newUser(service, { firstName: 'Known' });
    const { page } = await arrive();
    await fill(page, 'Other', email);
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await page.getByLabel('Digit 1 of 6').click();
    await page.keyboard.type(await mailedCode(email));
    await heading(page, 'Welcome, Known');
    await page.context().close();
  });

  test('takes a password on request, and the browser then makes a passkey by itself', async () => {
    const { page, device, faults } = await arrive({ prepare: makeQuietly });
    await fill(page, 'Paz', 'paz@example.com');
    await page.getByRole('button', { name: 'Use a password' }).click();
    expect(await rules(page)).toBeGreaterThan(0);
    await page.locator('input[autocomplete="new-password"]').fill(password);
    await page.getByRole('button', { name: 'Create account', exact: true }).click();
    await heading(page, 'Welcome, Paz');
    expect(await device?.count()).toBe(1);
    expect(await page.locator('html').getAttribute('data-mediation')).toBe('conditional');
    // After the next sign-in there is one already.
    await page.context().clearCookies();
    await device?.touch(false);
    await page.goto('/login');
    await page.getByLabel('Email').fill('paz@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'Welcome, Paz');
    expect(await device?.count()).toBe(1);
    expect(await page.locator('html').getAttribute('data-mediation')).toBeNull();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('has the browser make a passkey by itself for people who verify their address by password', async () => {
    const { email } = await newUser(service);
    const { page, device, faults } = await arrive({ prepare: makeQuietly });
    await page.goto(`/verify-email?token=${await service.mailedToken(email)}`);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Verify and sign in' }).click();
    await heading(page, 'Your email is verified');
    expect(await device?.count()).toBe(1);
    expect(await page.locator('html').getAttribute('data-mediation')).toBe('conditional');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('shows the backup codes of a passkey where two-factor is required', async () => {
    const port = await freePort();
    const there = `http://localhost:${port}`;
    await startService({ port, env: { BASE_URL: there, ENABLE_TWO_FACTOR_AUTH: 'true' } });
    const { page, faults } = await newPerson(browser, { baseURL: there });
    await addDevice(page);
    await page.goto('/register');
    await fill(page, 'Tess', 'tess@example.com');
    await page.getByRole('button', { name: 'Create account with a passkey' }).click();
    await page.getByText('Keep these somewhere safe').waitFor();
    await page.getByRole('checkbox', { name: 'I saved these codes' }).check();
    await page.getByRole('button', { name: 'Done' }).click();
    await heading(page, 'Welcome, Tess');
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
