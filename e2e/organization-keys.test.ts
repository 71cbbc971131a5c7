import { keyClient } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { makeOrganizationKey } from '@latchkey/server/testing/organization-keys';
import { newMember } from '@latchkey/server/testing/organizations';
import { newUser, startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, newPerson, site, startBrowser } from './browser.ts';

const executable = findBrowser('the journey of an organization key');

describe.skipIf(!executable)("an organization's ADMIN issues keys", () => {
  const service = started(startService);
  const browser = started(() => startBrowser(executable ?? '', service.url));
  let page: Page;
  let faults: string[];
  let owner: Awaited<ReturnType<typeof newUser>>;
  let key = '';

  beforeAll(async () => {
    ({ page, faults } = await newPerson(browser));
    owner = await newUser(service);
    const { cookies } = (await newMember(service, owner.organizationId, 'ADMIN')).client;
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: site })));
  });

  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const choose = async (name: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  const works = async (secret: string) =>
    (await keyClient(service, secret).get('/api/organizations/current')).status;

  test('the list of scopes leaves the buttons free', async () => {
    await page.goto('/organization/keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Scopes' }).click();
    await page.getByRole('option', { name: 'latchkey:read' }).waitFor();
    for (const name of ['Create key', 'Cancel']) {
      const isFree = await dialog.getByRole('button', { name }).evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
      expect(isFree, name).toBe(true);
    }
  });

  test('they create one by keyboard, and its secret is shown only once', async () => {
    await page.goto('/');
    await page.getByRole('navigation').getByRole('link', { name: 'Organization keys' }).click();
    await page.getByText('No keys yet').waitFor();
    await page.getByRole('button', { name: 'Create key' }).first().press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Nightly export');
    const scopes = dialog.getByRole('combobox', { name: 'Scopes' });
    await scopes.fill('Orders');
    await scopes.press('Enter');
    await dialog.getByRole('button', { name: 'Create key' }).press('Enter');
    await dialog.getByText('Must be area:verb, such as orders:read.').waitFor();
    await scopes.press('Backspace');
    for (const scope of ['latchkey:read', 'orders:read']) {
      await scopes.fill(scope);
      await scopes.press('Enter');
    }
    await dialog.getByText('Advanced', { exact: true }).press('Enter');
    await dialog.getByLabel('Allowed networks', { exact: true }).fill('0.0.0.0/0');
    await dialog.getByLabel('Allowed networks', { exact: true }).press('Enter');
    await dialog.getByLabel('Uses per window').fill('100');
    await dialog.getByLabel('External ID').fill('customer-7');
    await dialog.getByRole('combobox', { name: 'Expires' }).click();
    await page.getByRole('option', { name: 'In 90 days' }).click();
    await dialog.getByLabel('External ID').press('Enter');
    key = (await page.getByTestId('organization-key').textContent()) ?? '';
    expect(key).toMatch(/^lok_[\w-]{43}$/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await row('Nightly export').getByText('Active').waitFor();
    await row('Nightly export').getByText('customer-7').waitFor();
    expect(await page.content()).not.toContain(key);
    expect(await works(key)).toBe(200);
    const [stored] = (await owner.client.get('/api/organizations/current/keys')).body.keys;
    expect(stored).toMatchObject({
      scopes: ['latchkey:read', 'orders:read'],
      allowedNetworks: ['0.0.0.0/0'],
      rateLimit: { limit: 100, windowSeconds: 60 },
      expiresAt: expect.any(String),
    });
  });

  test('they turn it off and on, and change it', async () => {
    await choose('Nightly export', 'Turn off');
    await row('Nightly export').getByText('Off', { exact: true }).waitFor();
    expect(await works(key)).toBe(401);
    await choose('Nightly export', 'Turn on');
    await row('Nightly export').getByText('Active').waitFor();
    await choose('Nightly export', 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit key' });
    await dialog.getByLabel('Name').fill('Hourly export');
    await dialog.getByLabel('Uses per window').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row('Hourly export').waitFor();
    const [stored] = (await owner.client.get('/api/organizations/current/keys')).body.keys;
    expect(stored).toMatchObject({ name: 'Hourly export', rateLimit: null, expiresAt: expect.any(String) });
    expect(await works(key)).toBe(200);
  });

  test('they rotate it, and both secrets work until they end the earlier one', async () => {
    await choose('Hourly export', 'Rotate');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Rotate key' }).click();
    const next = (await page.getByTestId('organization-key').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Done' }).click();
    await row('Hourly export').getByText('Earlier secret ends').waitFor();
    expect([await works(key), await works(next)]).toEqual([200, 200]);
    await choose('Hourly export', 'Rotate');
    await dialog.getByText('An earlier secret still works').waitFor();
    await dialog.getByRole('button', { name: 'Rotate key' }).click();
    const last = (await page.getByTestId('organization-key').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect([await works(key), await works(next), await works(last)]).toEqual([401, 401, 200]);
    key = last;
  });

  test('they see whose maker has left, and find keys by external ID', async () => {
    const maker = await newMember(service, owner.organizationId, 'ADMIN');
    await makeOrganizationKey(maker.client, { name: 'Left behind', externalId: 'customer-8' });
    await owner.client.delete(`/api/organizations/current/members/${maker.id}`);
    await page.reload();
    await row('Left behind').getByText('Creator left').waitFor();
    expect(await row('Hourly export').getByText('Creator left').count()).toBe(0);
    await page.getByRole('searchbox', { name: 'External ID' }).fill('customer-8');
    await row('Hourly export').waitFor({ state: 'detached' });
    await row('Left behind').waitFor();
    await page.getByRole('searchbox', { name: 'External ID' }).fill('');
  });

  test("they read a maker's address without a break inside a word", async () => {
    const email = 'mei.weissenberger@otterfinch.example';
    const maker = await newMember(service, owner.organizationId, 'ADMIN');
    await service.sql`UPDATE users SET email = ${email} WHERE id = ${maker.id}`;
    const scopes = ['orders:read', 'orders:write', 'invoices:read'];
    await makeOrganizationKey(maker.client, { name: 'Acme production', externalId: 'customer-9', scopes });
    await page.goto('/organization/keys');
    const cell = row('Acme production').getByRole('cell').filter({ hasText: email });
    const lines = await cell.evaluate((element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      const found = new Map<number, string>();
      while (texts.nextNode())
        for (const [at, letter] of [...(texts.currentNode.nodeValue ?? '')].entries()) {
          range.setStart(texts.currentNode, at);
          range.setEnd(texts.currentNode, at + 1);
          const { top } = range.getBoundingClientRect();
          found.set(top, (found.get(top) ?? '') + letter);
        }
      return [...found.values()];
    });
    expect([[email], email.split(/(?<=@)/)]).toContainEqual(lines);
  });

  test('they revoke it after a confirmation', async () => {
    await choose('Hourly export', 'Revoke');
    const dialog = page.getByRole('dialog', { name: 'Revoke this key?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await works(key)).toBe(200);
    await choose('Hourly export', 'Revoke');
    await dialog.getByRole('button', { name: 'Revoke key' }).click();
    await row('Hourly export').getByText('Revoked').waitFor();
    expect(await works(key)).toBe(401);
    expect(await page.getByRole('button', { name: 'Actions for Hourly export' }).count()).toBe(0);
  });

  test('the page reports no errors of its own', () => expect(faults).toEqual([]));
});
