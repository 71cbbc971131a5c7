import { startBotVerifier } from '@latchkey/server/testing/bot-verifier';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { choosePassword, findBrowser, newPerson, site, startBrowser, wholeBrowsers } from './browser.ts';

async function fillRegistration(page: Page, email: string) {
  await page.getByLabel(/^Email/).fill(email);
  await choosePassword(page);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByLabel('Organization name').fill('People');
  await page.getByRole('button', { name: 'Create account' }).click();
}

const executable = findBrowser('pages that solve challenges', wholeBrowsers);

describe.skipIf(!executable)('where the service is guarded against bots', () => {
  const service = started(() => startService({ env: { BOT_PROTECTION: 'pow' } }));
  const open = started(() => startService({ database: service.database, clock: service.clock }));
  const browser = started(() => startBrowser(executable ?? '', service.url));

  test('people register after one line of text, with nothing to click', async () => {
    const { page, faults } = await newPerson(browser);
    await page.goto(`${site}/register`);
    await fillRegistration(page, 'person@example.com');
    await page.getByRole('status').getByText("Checking that you aren't a bot.").waitFor();
    await page.waitForURL(`${site}/`);
    expect(await page.getByText("Checking that you aren't a bot.").count()).toBe(0);
    expect(faults.filter((fault) => !fault.includes('403'))).toEqual([]);
  });

  test.each(['turnstile', 'hcaptcha'])('people register with the widget of %s', async (kind) => {
    const verifier = await startBotVerifier();
    const keys = { BOT_SITE_KEY: 'site', BOT_SECRET_KEY: 'bot-secret', BOT_VERIFY_URL: verifier.url };
    const guarded = await startService({ env: { BOT_PROTECTION: kind, ...keys } });
    const own = await startBrowser(executable ?? '', guarded.url);
    const { page } = await newPerson(own);
    const body = `window.${kind} = { render: (place, { sitekey, callback }) => {
      const button = document.createElement('button');
      button.textContent = 'I am a person on ' + sitekey;
      button.onclick = () => callback('good-person');
      place.append(button);
    } };`;
    const headers = { 'access-control-allow-origin': '*' };
    await page.route(/cloudflare|hcaptcha/, (route) =>
      route.fulfill({ contentType: 'text/javascript', headers, body }),
    );
    await page.goto(`${site}/register`);
    await fillRegistration(page, `${kind}@example.com`);
    await page.getByRole('dialog', { name: 'Are you a person?' }).waitFor();
    await page.getByRole('button', { name: 'I am a person on site' }).click();
    await page.waitForURL(`${site}/`);
    expect(verifier.asked.map(({ response }) => response)).toEqual(['good-person']);
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
