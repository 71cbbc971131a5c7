import { newFeedKey, subscriberOf } from '@latchkey/server/testing/checks';
import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, newPerson, site, startBrowser } from './browser.ts';

const executable = findBrowser('local checks in the console');

describe.skipIf(!executable)('an administrator after an incident', () => {
  const service = started(startService);
  const browser = started(() => startBrowser(executable ?? '', service.url));
  let page: Page;
  let faults: string[];
  let backend: ReturnType<typeof subscriberOf>;

  beforeAll(async () => {
    ({ page, faults } = await newPerson(browser));
    const { client } = await newStaff(service, 'ADMIN');
    await page.context().addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: site })));
    backend = subscriberOf(service, await newFeedKey(service));
  });

  const deactivate = async (email: string) => {
    await page.goto(`/admin/users?search=${encodeURIComponent(email)}`);
    await page.getByRole('table').getByText(email).first().click();
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await page
      .getByRole('dialog', { name: /Deactivate/ })
      .getByRole('button', { name: 'Deactivate' })
      .click();
  };

  test('is not bothered while no process checks callers locally', async () => {
    await page.goto('/admin/checks');
    await page.getByText('No process checks callers by itself').waitFor();
    await page.getByRole('button', { name: 'Confirm everywhere' }).press('Enter');
    await page.getByText('Confirmed: 0. Expired: 0.').waitFor();
    await deactivate((await newUser(service)).email);
    await page.getByRole('alert').filter({ hasText: 'deactivated' }).waitFor();
    expect(await page.getByRole('button', { name: 'Confirm everywhere' }).count()).toBe(0);
  });

  test('sees the processes, and confirms by keyboard that all of them know', async () => {
    await backend.ask({ maxStalenessMs: 300 });
    await page.goto('/');
    await page.getByRole('navigation').getByRole('link', { name: 'Local checks' }).click();
    await page.getByRole('cell', { name: '300 ms' }).waitFor();
    await page.getByRole('button', { name: 'Confirm everywhere' }).press('Enter');
    await page.getByText(/Confirmed: \d\. Expired: \d\./).waitFor();
  });

  test('is offered the same right after a deactivation', async () => {
    await backend.ask({ maxStalenessMs: 300 });
    await deactivate((await newUser(service)).email);
    await page.getByRole('button', { name: 'Confirm everywhere' }).press('Enter');
    await page.getByText(/Confirmed: 0\. Expired: \d\./).waitFor();
    expect(faults).toEqual([]);
  });
});
