import { started } from '@latchkey/server/testing/lifetime';
import { forceSystemPolicy } from '@latchkey/server/testing/policies';
import { startWithIdp } from '@latchkey/server/testing/sso';
import { nextCode } from '@latchkey/server/testing/two-factor';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, startBrowser } from './browser.ts';

const executable = findBrowser('single sign-on with two-factor');

describe.skipIf(!executable)(
  'a company signs in by single sign-on, and the service asks for two-factor',
  () => {
    const world = started(startWithIdp);
    const browser = started(() => startBrowser(executable ?? '', world.service.url));

    async function arrive(path: string, login: string) {
      const { page, faults } = await newPerson(browser);
      await page.goto(path);
      await page.locator('input[name=login]').fill(login);
      await page.locator('input[name=password]').fill('any');
      await page.locator('button[type=submit]').click();
      await page.getByRole('button', { name: 'Continue' }).click();
      return { page, faults };
    }

    const typeNextCode = async (page: Page, secret: string) => {
      await page.getByLabel('Digit 1 of 6').waitFor();
      await page.keyboard.type(nextCode(world.service, secret));
    };

    test('its people set it up before anything else, and enter a code from then on', async () => {
      const { domain, path } = await world.connected();
      const { login } = world.somebody(domain.name);
      await forceSystemPolicy(world.service, { twoFactorRequired: true, twoFactorGraceDays: 0 });
      const first = await arrive(path, login);
      await first.page.getByText('Everyone here must use two-factor authentication.').waitFor();
      await first.page.getByRole('button', { name: 'Set up', exact: true }).click();
      const dialog = first.page.getByRole('dialog');
      await dialog.getByAltText('QR code for your authenticator app').waitFor();
      const secret = ((await dialog.locator('code').first().textContent()) ?? '').replaceAll(/\s/g, '');
      await dialog.getByRole('button', { name: 'Next' }).click();
      await dialog.getByLabel('Digit 1 of 6').click();
      await typeNextCode(first.page, secret);
      await dialog.getByRole('button', { name: 'Turn on' }).click();
      await dialog.getByLabel('I saved these codes').check();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await first.page.goto('/');
      await first.page.getByRole('heading', { level: 1, name: 'Welcome, Ada' }).waitFor();

      const second = await arrive(path, login);
      await second.page.getByLabel('Digit 1 of 6').click();
      await typeNextCode(second.page, secret);
      await second.page.getByRole('heading', { level: 1, name: 'Welcome, Ada' }).waitFor();
      expect([...first.faults, ...second.faults]).toEqual([]);
    });
  },
);
