import { started } from '@latchkey/server/testing/lifetime';
import { startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, site, startBrowser } from './browser.ts';

const executable = findBrowser('how much pages load');
const kilobyte = 1000;

describe.skipIf(!executable)('a browser that has nothing yet', () => {
  const service = started(() => startService({ env: { BASE_URL: site } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));

  // How much a page loads ahead depends on how busy the machine is, so requests aren't counted.
  test('loads at most 150 kB of script to sign in', async () => {
    const { page } = await newPerson(browser);
    const scripts: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script')
        scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto('/login');
    await page.getByLabel('Email').waitFor();
    const bytes = (await Promise.all(scripts)).reduce((sum, each) => sum + each, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(150 * kilobyte);
  });
});
