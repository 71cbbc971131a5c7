import { started } from '@latchkey/server/testing/lifetime';
import { inviteTo, newOrganization } from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { createChecker } from './axe-check.ts';
import { findBrowser, newPerson, site, startBrowser } from './browser.ts';
import { inEveryLook, sidewaysIn } from './looks.ts';

const executable = findBrowser('the looks of organizations');
const name = 'Otterfinch & Daughters';

/** The texts that are hard to read: less than 4.5:1 against what is behind them. Runs in the page. */
function faintTexts(): string[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (color: string): number[] => {
    if (!canvas) return [];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (color: number[]) => {
    const [red = 0, green = 0, blue = 0] = color
      .slice(0, 3)
      .map((each) => each / 255)
      .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const over = (top: number[], below: number[]) => {
    const alpha = (top[3] ?? 255) / 255;
    return [0, 1, 2].map((at) => (top[at] ?? 0) * alpha + (below[at] ?? 0) * (1 - alpha));
  };
  const behind = (element: Element | null): number[] => {
    if (!element) return [255, 255, 255];
    const own = rgba(getComputedStyle(element).backgroundColor);
    return own[3] === 255 ? own : over(own, behind(element.parentElement));
  };
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const text = texts.currentNode.nodeValue?.trim();
    if (!text || !element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.closest('script, style, [disabled], [data-disabled]')) continue;
    const back = behind(element);
    const front = over(rgba(getComputedStyle(element).color), back);
    const [one, other] = [luminance(front), luminance(back)];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.495) found.push(`${text}: ${ratio.toFixed(2)}`);
  }
  return found;
}

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
