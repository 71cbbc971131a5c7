import { started } from '@latchkey/server/testing/lifetime';
import { startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, site, startBrowser } from './browser.ts';

const executable = findBrowser('the API reference');

describe.skipIf(!executable)('the API reference', () => {
  const service = started(startService);
  const browser = started(() => startBrowser(executable ?? '', service.url));

  test('lists and shows the routes in light and dark, from the service alone', async () => {
    const { page, faults } = await newPerson(browser, { colorScheme: 'light' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    await page.goto('/api/docs');
    await page.locator('[id^="operations-tag"]').first().click();
    await page.locator('.opblock').first().waitFor();
    const title = page.getByRole('heading', { name: 'Latchkey' });
    const ink = () => title.evaluate((element) => getComputedStyle(element).color);
    expect(await ink()).toBe('rgb(59, 65, 81)');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(ink).toBe('rgb(210, 214, 215)');
    expect(asked.filter((origin) => origin !== site && origin !== 'null')).toEqual([]);
    expect(faults).toEqual([]);
  });
});
