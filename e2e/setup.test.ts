import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password } from '@latchkey/server/testing/service';
import { nextCode } from '@latchkey/server/testing/two-factor';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, startBrowser, startFresh } from './browser.ts';

const executable = findBrowser('the first screen of a fresh service');

describe.skipIf(!executable)('a fresh service opened on its own machine', () => {
  const service = started(startFresh);
  const browser = started(() => startBrowser(executable ?? '', service.url));

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const visitor = (more = {}) => newPerson(browser, { baseURL: service.address, ...more });

  test('creates its first administrator, who continues to the requested page, by keyboard alone', async () => {
    const { page, faults } = await visitor();
    await page.goto('/admin/users');
    await heading(page, 'Create the first administrator');
    // The first field has focus, and a refusal keeps what was typed.
    await page.keyboard.type('Ada');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Lovelace');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ada@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('easy');
    await page.keyboard.press('Enter');
    const chosen = page.locator('input[autocomplete="new-password"]');
    await page.getByText('At least 8 characters.').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
    expect(await chosen.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');

    await heading(page, 'Security');
    await page.getByRole('button', { name: 'Set up' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByAltText('QR code for your authenticator app').waitFor();
    const secret = ((await dialog.locator('code').first().textContent()) ?? '').replaceAll(/\s/g, '');
    await dialog.getByRole('button', { name: 'Next' }).press('Enter');
    await dialog.getByLabel('Digit 1 of 6').focus();
    await page.keyboard.type(nextCode(service, secret));
    // The sixth digit turns it on.
    await dialog.getByLabel('I saved these codes').press('Space');
    await dialog.getByRole('button', { name: 'Done' }).press('Enter');
    await page.getByRole('link', { name: 'Continue where you left off' }).press('Enter');
    await heading(page, 'Users');
    await page.getByText('Ada Lovelace').first().waitFor();
    expect(faults).toEqual([]);
  });

  test('no longer offers setup once an account exists', async () => {
    const { page, faults } = await visitor();
    await page.goto('/setup');
    await heading(page, 'Sign in');
    await page.goto('/');
    await heading(page, 'Sign in');
    expect(faults).toEqual([]);
  });
});

describe.skipIf(!executable)('the first screen', () => {
  const service = started(startFresh);
  const browser = started(() => startBrowser(executable ?? '', service.url));

  test('is the sign-in page when the service is opened under another hostname', async () => {
    const { page } = await newPerson(browser);
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.goto('/setup');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });

  test('fits a phone, and says when someone else has already created an account', async () => {
    const size = { width: 390, height: 844 };
    const { page } = await newPerson(browser, { baseURL: service.address, viewport: size });
    await page.goto('/');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.locator('input[autocomplete="new-password"]').fill(password);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    await newUser(service);
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await page.getByText('An account already exists').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
  });
});
