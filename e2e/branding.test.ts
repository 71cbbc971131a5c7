import { started } from '@latchkey/server/testing/lifetime';
import { inviteTo, newOrganization } from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { createChecker } from './axe-check.ts';
import { findBrowser, newPerson, site, startBrowser } from './browser.ts';
import { faintTexts } from './faint-texts.ts';
import { inEveryLook, sidewaysIn } from './looks.ts';

const executable = findBrowser('the looks of organizations');
const name = 'Otterfinch & Daughters';

describe.skipIf(!executable)("an organization's look", () => {
  const service = started(() => startService({ env: { BASE_URL: site, PRODUCT_NAME: 'Granite' } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));
  let owner: Awaited<ReturnType<typeof newOrganization>>;
  let page: Page;
  let faults: string[];
  let paths: string[];
  const checker = createChecker();
  beforeAll(async () => {
    owner = await newOrganization(service, name);
    const { token } = await inviteTo(owner.owner, 'guest@example.com');
    paths = [
      ...['/login', '/register', '/sso'].map((path) => `${path}?organization=${owner.slug}`),
      `/invite/${token}`,
    ];
    ({ page, faults } = await newPerson(browser));
  });

  test.each(['#ffff00', '#808080', '#000000', '#ffffff', '#e03131', '#0000ff'])(
    'can be read on every page that has it, in light and dark and both widths: %s',
    async (accentColor) => {
      const { client } = owner.owner;
      const set = await client.patch('/api/organizations/current/branding', {
        displayName: name,
        accentColor,
      });
      expect(set.status).toBe(200);
      for (const path of paths) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(await page.locator('body').textContent()).toContain('Granite');
        await inEveryLook(page, async (look) => {
          expect(await page.evaluate(faintTexts), `${path} ${look}`).toEqual([]);
          expect(await sidewaysIn(page), `${path} ${look}`).toBe(0);
        });
      }
    },
  );

  test('is named on its pages, also in Arabic, and not on others', async () => {
    for (const path of paths) {
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}locale=ar`);
      await page.locator('html[dir="rtl"] h1').waitFor();
      const text = await page.locator('body').textContent();
      expect([path, text?.includes(name), text?.includes('Granite')]).toEqual([path, true, true]);
      expect(await checker.violations(page), path).toEqual({ light: [], dark: [] });
    }
    await page.goto('/login?organization=unknown&locale=en');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.locator('body').textContent()).not.toContain(name);
  });

  test('shows in a preview as it is chosen, and can be read there', async () => {
    const { page: own, faults: others } = await newPerson(browser);
    const cookies = [...owner.owner.client.cookies].map(([key, value]) => ({ name: key, value, url: site }));
    await own.context().addCookies(cookies);
    await own.goto('/organization/branding');
    for (const color of ['#ffff00', '#808080', '#000000', '#ffffff']) {
      await own.getByRole('textbox', { name: 'Color' }).fill(color);
      await inEveryLook(own, async (look) => {
        expect(await own.evaluate(faintTexts), `${color} ${look}`).toEqual([]);
        expect(await sidewaysIn(own), `${color} ${look}`).toBe(0);
      });
    }
    expect(await checker.violations(own)).toEqual({ light: [], dark: [] });
    expect([...faults, ...others]).toEqual([]);
  });
});
