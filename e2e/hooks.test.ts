import { startHooks } from '@latchkey/server/testing/hooks';
import { started } from '@latchkey/server/testing/lifetime';
import { newHolder } from '@latchkey/server/testing/roles';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, newPerson, site, startBrowser } from './browser.ts';

const executable = findBrowser('the journey of a hook');

describe.skipIf(!executable)('an administrator adds a hook', () => {
  const receiver = started(startHooks);
  const service = started(() => startService({ env: { WEBHOOK_ALLOWED_NETWORKS: 'loopback' } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));
  let page: Page;
  let faults: string[];
  let secret = '';
  let email = '';

  const pageOf = async ({ cookies }: { cookies: Map<string, string> }) => {
    const person = await newPerson(browser);
    person.page.setDefaultTimeout(8_000);
    const given = [...cookies].map(([name, value]) => ({ name, value, url: site }));
    await person.page.context().addCookies(given);
    return person;
  };
  beforeAll(async () => {
    ({ email } = await newUser(service));
    ({ page, faults } = await pageOf((await newStaff(service, 'ADMIN')).client));
  });

  const drawer = () => page.getByRole('dialog', { name: 'Hook', exact: true });
  const more = async (act: string) => {
    await drawer().getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: act }).click();
  };

  test('the page has a row for each point, found by its name', async () => {
    await page.goto('/profile');
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    await page.keyboard.press('Control+k');
    const find = page.getByRole('dialog', { name: 'Find a page, user or organization' });
    await find.getByRole('textbox').or(find.getByRole('combobox')).fill('Hooks');
    await find.getByRole('option', { name: /^Hooks/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Hooks' }).waitFor();
    await page.getByRole('button', { name: 'Before sign-in' }).waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'Not set up' }).count()).toBe(4);
    await page.locator('a[href$="/docs/hooks"]').first().waitFor();
  });

  test('the secret of a new hook is shown only once, and it is turned off', async () => {
    await page.getByRole('button', { name: 'Before sign-in' }).click();
    await drawer().getByRole('button', { name: 'Add hook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a hook: Before sign-in' });
    await dialog.getByLabel('URL').fill('http://10.0.0.1/');
    await dialog.getByRole('button', { name: 'Add hook' }).click();
    await dialog.getByText("Hooks can't be at this address").waitFor();
    await dialog.getByLabel('URL').fill(receiver.url);
    await dialog.getByLabel('Time to answer').fill('99');
    await dialog.getByRole('button', { name: 'Add hook' }).click();
    await dialog.getByText('At least 100.').waitFor();
    await dialog.getByLabel('Time to answer').fill('3000');
    await dialog.getByRole('button', { name: 'Add hook' }).click();
    secret = (await page.getByTestId('hook-secret').textContent()) ?? '';
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'Done' }).click();
    await drawer().getByText('Off', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(secret);
  });

  test('a test shows what was sent, and what of the answer counts', async () => {
    receiver.answer({ decision: 'deny', message: 'Not <b>today</b>.', unknown: 'left out' });
    await drawer().getByRole('button', { name: 'Send test' }).click();
    const result = drawer().getByTestId('test-result');
    await result.getByText('A valid answer came back').waitFor();
    const text = (await result.textContent()) ?? '';
    expect(text).toMatch(/200 in \d+ ms/);
    expect(text).toContain('"message": "Not <b>today</b>."');
    expect(text).toContain('"test": true');
    expect(text).not.toContain('left out');
    receiver.answer('yes');
    await drawer().getByRole('button', { name: 'Send test' }).click();
    await result.getByText('No valid answer came back').waitFor();
    expect(await result.textContent()).toContain('200 · Not a valid answer');
  });

  test('turned on, it refuses a sign-in with its message as text', async () => {
    receiver.answer({ decision: 'deny', message: 'Not <b>today</b>.' });
    await more('Turn on');
    await drawer().getByText('On', { exact: true }).waitFor();
    const { page: login } = await newPerson(browser);
    await login.goto('/login');
    await login.getByLabel('Email').fill(email);
    await login.getByLabel('Password', { exact: true }).fill(password);
    await login.getByRole('button', { name: 'Sign in', exact: true }).click();
    await login.getByText('Not <b>today</b>.').waitFor();
    expect(receiver.take().at(-1)?.data).toMatchObject({ method: 'password', user: { email } });
  });

  test('they change it, rotate its secret, turn it off and delete it', async () => {
    await more('Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit the hook: Before sign-in' });
    await dialog.getByLabel('If no valid answer comes in time').click();
    await page.getByRole('option', { name: 'Go on without it' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await drawer().getByText('Goes on without it').waitFor();
    await more('Rotate secret');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    expect(await page.getByTestId('hook-secret').textContent()).not.toBe(secret);
    await page.getByRole('button', { name: 'Done' }).click();
    await more('Turn off');
    await drawer().getByText('Off', { exact: true }).waitFor();
    await more('Delete');
    await page.getByRole('button', { name: 'Delete hook' }).click();
    await drawer().getByRole('button', { name: 'Add hook' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('who may read hooks sees them, and no button that would be refused', async () => {
    const holder = await newHolder(service, ['hooks:read', 'hooks:write']);
    const { page: reader } = await pageOf(holder.client);
    await reader.goto('/admin/hooks?open=mail.send');
    const opened = reader.getByRole('dialog', { name: 'Hook', exact: true });
    await opened.getByText('Everything goes on as without a hook').waitFor();
    expect(await opened.getByRole('button', { name: 'Add hook' }).count()).toBe(0);
  });
});
