import { started } from '@latchkey/server/testing/lifetime';
import { freePort } from '@latchkey/server/testing/net';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDevice } from './authenticator.ts';
import { findBrowser, newPerson, startBrowser } from './browser.ts';
import { choose, tabTo } from './keyboard.ts';

const executable = findBrowser('passkeys in a browser');

/** Someone who uses only the keyboard. */
function keyboardOf(page: Page) {
  return {
    tabTo: (role: 'checkbox', name: string) => tabTo(page, role, name),
    async press(role: 'button' | 'link', name: string | RegExp) {
      await tabTo(page, role, name);
      await page.keyboard.press('Enter');
    },
    async type(name: string | RegExp, text: string) {
      await tabTo(page, 'textbox', name);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    choose: (name: string) => choose(page, name),
  };
}

describe.skipIf(!executable)('signing in with a passkey or an emailed code', () => {
  let address: string;
  const service = started(async () => {
    const port = await freePort();
    // The only address without https where every browser creates passkeys.
    address = `http://localhost:${port}`;
    return startService({ port, env: { BASE_URL: address, ENABLE_EMAIL_LOGIN: 'true' } });
  });
  const browser = started(() => startBrowser(executable ?? '', service.url));

  const heading = (page: Page, name: string | RegExp) =>
    page.getByRole('heading', { level: 1, name }).waitFor();

  /** An ADMIN without TOTP: the passkey is the second factor, and the only one. */
  test('a passkey works from registration to removal, by keyboard alone', async () => {
    const { email } = await newStaff(service, 'ADMIN', { twoFactor: false });
    const { page, faults } = await newPerson(browser, { baseURL: address });
    const device = await addDevice(page);
    const { press, type, tabTo, choose } = keyboardOf(page);
    const signOut = async () => {
      await page.context().clearCookies();
      await page.goto('/login');
    };
    const signIn = async () => {
      await type('Email', email);
      await type('Password', password);
      await page.keyboard.press('Enter');
    };

    // Registers one where two-factor is required, and saves the codes that come with it.
    await page.goto('/login');
    await signIn();
    await heading(page, 'Security');
    await press('button', 'Add a passkey');
    await page.getByText('Keep these somewhere safe').waitFor();
    await tabTo('checkbox', 'I saved these codes');
    await page.keyboard.press('Space');
    await press('button', 'Done');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await device.count()).toBe(1);
    await page.goto('/admin/users');
    await page.getByRole('table', { name: 'Users' }).waitFor();

    // Autofill: nothing is pressed, only the device is touched.
    await signOut();
    await heading(page, /^Welcome/);
    await page.goto('/admin/users');
    await page.getByRole('table', { name: 'Users' }).waitFor();

    // After a password, it is required as the second factor.
    await device.touch(false);
    await signOut();
    await signIn();
    await heading(page, 'Two-factor authentication');
    await device.touch(true);
    await press('button', 'Use your passkey');
    await heading(page, /^Welcome/);

    // Renames it, then removes it: the proof is too old, so it's asked for again, and the removal continues by itself.
    await page.goto('/profile/security');
    await press('button', /^Actions for/);
    await choose('Rename');
    await type('Name', 'Key on my ring');
    await page.keyboard.press('Enter');
    await page.getByText('Key on my ring').waitFor();
    service.clock.advance({ minutes: 11 });
    await press('button', 'Actions for Key on my ring');
    await choose('Remove');
    await press('button', 'Remove passkey');
    await page.getByRole('dialog', { name: "Confirm it's you" }).waitFor();
    await press('button', 'Use your passkey');
    await page.getByText('Passkey removed.').waitFor();
    // The browser was told, so the device has forgotten it, too.
    await expect.poll(device.count).toBe(0);
    await page.getByText('Administrators must use two-factor authentication').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('a passkey is offered once after a password sign-in, and works with the button', async () => {
    const { email } = await newUser(service, { firstName: 'Olive' });
    const { page, faults } = await newPerson(browser, { baseURL: address });
    const device = await addDevice(page);
    await device.touch(false);
    const signIn = async () => {
      await page.goto('/login');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await heading(page, 'Welcome, Olive');
    };
    await signIn();
    await page.getByText('Skip the password next time').waitFor();
    await page.context().clearCookies();
    await signIn();
    await page.getByText('Protect your account').waitFor();
    expect(await page.getByText('Skip the password next time').count()).toBe(0);
    await device.touch(true);
    await page.goto('/profile/security');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('Passkey added.').waitFor();
    await page.context().clearCookies();
    // In a browser without autofill, which would be faster than the button.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await page.goto('/login');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await heading(page, 'Welcome, Olive');
    expect(faults).toEqual([]);
  });

  test('an emailed code works when typed, and its link works only in the browser that requested it', async () => {
    const { email } = await newUser(service, { firstName: 'Mae' });
    const mailed = async () => (await service.mails(email)).at(-1)?.text ?? '';
    const { page, faults } = await newPerson(browser, { baseURL: address });
    const ask = async (from = '/login') => {
      await page.goto(from);
      await page.getByLabel('Email').fill(email);
      await page.getByRole('link', { name: 'Email me a code' }).click();
      await page.getByRole('button', { name: 'Email me a code' }).click();
      await heading(page, 'Check your email');
    };
    await ask();
    await page.keyboard.type(/^Code: (\d{6})$/m.exec(await mailed())?.[1] ?? 'no code');
    await heading(page, 'Welcome, Mae');
    await page.context().clearCookies();
    await ask('/login?returnTo=/profile');
    const link = /^http:\/\/localhost:\d+\/email-code\S+$/m.exec(await mailed())?.[0] ?? address;
    const { page: elsewhere } = await newPerson(browser, { baseURL: address });
    await elsewhere.goto(link);
    await elsewhere.getByRole('button', { name: 'Sign in' }).click();
    await elsewhere.getByText("This link doesn't work here").waitFor();
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'Profile');
    expect(faults).toEqual([]);
  });
});
