import { started } from '@latchkey/server/testing/lifetime';
import { startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, site, startBrowser } from './browser.ts';

const executable = findBrowser('the API reference');

describe.skipIf(!executable)('the API reference', () => {
  const service = started(startService);
  const browser = started(() => startBrowser(executable ?? '', service.url));

  test.each([
    ['light', 'rgb(59, 65, 81)'],
    ['dark', 'rgb(210, 214, 215)'],
  ] as const)('lists and shows the routes in %s, from the service alone', async (colorScheme, ink) => {
    const { page, faults } = await newPerson(browser, { colorScheme });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    await page.goto('/api/docs');
    await page.locator('[id^="operations-tag"]').first().click();
    await page.locator('.opblock').first().waitFor();
    const title = page.getByRole('heading', { name: 'Latchkey' });
    expect(await title.evaluate((element) => getComputedStyle(element).color)).toBe(ink);
    expect(asked.filter((origin) => origin !== site && origin !== 'null')).toEqual([]);
    expect(faults).toEqual([]);
  });
});
