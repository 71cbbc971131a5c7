import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, passOn, site, startBrowser } from './browser.ts';

const executable = findBrowser('how much pages load');
const kilobyte = 1000;

describe.skipIf(!executable)('what a browser loads that has nothing yet', () => {
  const service = started(() => startService({ env: { BASE_URL: site } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));

  /** What a page asks for until it is quiet, and how much of it is script. */
  async function loaded(page: Page, path: string) {
    const seen: Promise<{ isScript: boolean; bytes: number }>[] = [];
    page.on('requestfinished', (request) =>
      seen.push(
        request.sizes().then(({ responseBodySize: bytes }) => ({
          isScript: request.resourceType() === 'script',
          bytes,
        })),
      ),
    );
    await page.goto(path, { waitUntil: 'networkidle' });
    const all = await Promise.all(seen);
    const sum = (some: typeof all) => some.reduce((bytes, each) => bytes + each.bytes, 0);
    return { requests: all.length, bytes: sum(all), script: sum(all.filter(({ isScript }) => isScript)) };
  }

  test.each(['/login', '/register'])('%s takes at most nine requests and 150 kB of script', async (path) => {
    const { page } = await newPerson(browser);
    const { requests, script } = await loaded(page, path);
    expect(requests).toBeLessThanOrEqual(9);
    expect(script).toBeLessThanOrEqual(150 * kilobyte);
  });

  test('the first page of the console takes at most 28 requests and 350 kB', async () => {
    const { page } = await newPerson(browser);
    await passOn(page, (await newStaff(service, 'ADMIN')).client);
    const { requests, bytes } = await loaded(page, '/');
    expect(requests).toBeLessThanOrEqual(28);
    expect(bytes).toBeLessThanOrEqual(350 * kilobyte);
  });
});
