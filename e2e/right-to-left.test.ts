import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { makeOrganizationKey } from '@latchkey/server/testing/organization-keys';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { newTeamRole } from '@latchkey/server/testing/team-roles';
import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, site, startBrowser } from './browser.ts';

const executable = findBrowser('pages from right to left');

/** The texts without an Arabic letter whose characters don't stand one after the other from left to right. */
const disorderedIn = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    const range = document.createRange();
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const text = node.nodeValue ?? '';
      if (/[\u0600-\u06ff\u200f]/.test(text) || !node.parentElement?.checkVisibility()) continue;
      const places = [...text.matchAll(/[!-~]/g)].map(({ index }) => {
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        return range.getBoundingClientRect();
      });
      const isBack = places.some(({ left, top }, at) => {
        const before = places[at - 1];
        return before && Math.abs(before.top - top) < 3 && left < before.left - 0.5;
      });
      if (isBack) found.push(text);
    }
    return found;
  });

describe.skipIf(!executable)('a page from right to left', () => {
  const service = started(() => startService({ env: { BASE_URL: site } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));

  async function pageOf({ cookies }: Client, path: string, of: Browser = browser): Promise<Page> {
    const { page } = await newPerson(of);
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: site })));
    await page.goto(`${path}?locale=ar`);
    await page.locator('html[dir="rtl"] h1').first().waitFor();
    return page;
  }

  test('begins a key on the same side as the name above it', async () => {
    const { client } = await newStaff(service, 'ADMIN');
    const { key } = await newTeamRole(service, null, { key: 'support' });
    const page = await pageOf(client, '/admin/organization-roles');
    const texts = page.getByRole('table').getByText(key, { exact: true });
    await texts.nth(1).waitFor();
    const starts = await texts.evaluateAll((all) =>
      all.map((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return Math.round(range.getBoundingClientRect().right);
      }),
    );
    expect(starts).toEqual([starts[0], starts[0]]);
  });

  test('shows a dialog in the middle where the page has a scrollbar, at every width', async () => {
    const { client } = await newStaff(service, 'ADMIN');
    for (let count = 0; count < 20; count++) await newUser(service);
    const withScrollbars = await startBrowser(executable ?? '', service.url, {}, { scrollbars: true });
    const page = await pageOf(client, '/admin/users', withScrollbars);
    await page.locator('tbody tr').nth(15).waitFor();
    expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0);
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const distances = () =>
        dialog.evaluate((element) => {
          const { left, right } = element.getBoundingClientRect();
          return [innerWidth, Math.round(left - (innerWidth - right))];
        });
      await expect.poll(distances).toEqual([width, 0]);
    }
  });

  test('does not scroll sideways on a phone, even after a text field grew on a wider screen', async () => {
    const { client } = await newStaff(service, 'ADMIN');
    const page = await pageOf(client, '/admin/roles');
    await page.getByRole('button', { name: 'دور جديد' }).click();
    await page.getByRole('dialog').locator('textarea').first().fill('one\ntwo\nthree');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 390, height: 800 });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(width).toBe(390);
  });

  test('keeps the order of addresses and IDs', async () => {
    const { client, id } = await newUser(service);
    await service.sql`UPDATE sessions SET ip_address = '2001:db8::7' WHERE user_id = ${id}`;
    await makeOrganizationKey(client, {
      name: 'Acme (EU)',
      externalId: '7-customer',
      scopes: ['orders:read'],
    });
    const found: Record<string, string[]> = {};
    for (const [path, text] of [
      ['/profile/security', '2001:db8::7'],
      ['/organization/keys', '7-customer'],
    ] as const) {
      const page = await pageOf(client, path);
      await page.getByText(text).first().waitFor();
      found[path] = await disorderedIn(page);
    }
    expect(found).toEqual({ '/profile/security': [], '/organization/keys': [] });
  });
});
