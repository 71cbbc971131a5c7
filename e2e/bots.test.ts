import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, site, startBrowser, wholeBrowsers } from './browser.ts';

const executable = findBrowser('pages that solve challenges', wholeBrowsers);

describe.skipIf(!executable)('where the service is guarded against bots', () => {
  const service = started(() => startService({ env: { BOT_PROTECTION: 'pow' } }));
  const open = started(() => startService({ database: service.database, clock: service.clock }));
  const browser = started(() => startBrowser(executable ?? '', service.url));

  test('people register after one line of text, with nothing to click', async () => {
    const { page, faults } = await newPerson(browser);
    await page.goto(`${site}/register`);
    await page.getByLabel(/^Email/).fill('person@example.com');
    await page.getByLabel(/^Password/).fill(password);
    await page.getByLabel('Organization name').fill('People');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('status').getByText("Checking that you aren't a bot.").waitFor();
    await page.waitForURL(`${site}/`);
    expect(await page.getByText("Checking that you aren't a bot.").count()).toBe(0);
    expect(faults.filter((fault) => !fault.includes('403'))).toEqual([]);
  });

  test('someone who mistyped three times signs in all the same', async () => {
    const { email } = await newUser(open);
    const { page } = await newPerson(browser);
    await page.goto(`${site}/login?email=${email}`);
    for (const given of ['Wrong-1', 'Wrong-2', 'Wrong-3', password]) {
      await page.getByLabel('Password', { exact: true }).fill(given);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      if (given !== password) await page.getByText('Email or password is wrong.').waitFor();
      if (given !== password) await page.getByLabel('Password', { exact: true }).fill('');
    }
    await page.waitForURL(`${site}/`);
  });
});
