import { started } from '@latchkey/server/testing/lifetime';
import { startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';
import { createChecker } from './axe-check.ts';
import { findBrowser, newPerson, site, startBrowser } from './browser.ts';
import { atBothWidths, sidewaysIn } from './looks.ts';

const executable = findBrowser('the documents');

describe.skipIf(!executable)('the documents', () => {
  const service = started(startService);
  const browser = started(() => startBrowser(executable ?? '', service.url));

  test('are searched by keyboard alone, from the service alone', async () => {
    const { page, faults } = await newPerson(browser);
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).origin));
    await page.goto('/docs');
    await page.keyboard.press('/');
    await page.keyboard.type('invitation pending');
    await page.getByRole('status').getByText('result').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/**');
    expect(await page.locator('main').textContent()).toMatch(/pending/i);
    await page.keyboard.press('/');
    await page.keyboard.type('zzzz');
    await page.getByRole('status').getByText('0 results').waitFor();
    expect([...asked]).toEqual([site]);
    expect(faults).toEqual([]);
  });

  test('are readable without scripts: every page leads to every other', async () => {
    const { page } = await newPerson(browser, { javaScriptEnabled: false });
    await page.goto('/docs');
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Configuration$/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Configuration' }).waitFor();
    expect(await page.getByRole('search').isVisible()).toBe(false);
  });

  test('have no accessibility faults, and scroll sideways nowhere', async () => {
    const checker = createChecker();
    const { page, faults } = await newPerson(browser);
    for (const path of ['', '/guides/add-login', '/configuration', '/none']) {
      await page.goto(`/docs${path}`);
      await atBothWidths(page, async (width) => {
        expect(await sidewaysIn(page), `${path} ${width}`).toBeLessThanOrEqual(0);
        expect(await checker.violations(page), `${path} ${width}`).toEqual({ dark: [], light: [] });
      });
    }
    expect(faults).toEqual([]);
  });
});
