import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { giveSystemRole } from '@latchkey/server/testing/standing';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, site, startBrowser } from './browser.ts';

const executable = findBrowser('impersonation that ends');

describe.skipIf(!executable)('an impersonation that is no longer allowed', () => {
  const service = started(() => startService({ env: { BASE_URL: site } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));

  /** An ADMIN's browser as they act as a person, who then becomes an ADMIN. */
  async function endedPage(): Promise<{ page: Page; email: string }> {
    const staff = await newStaff(service, 'ADMIN');
    const target = await newUser(service);
    expect((await staff.client.post('/api/admin/impersonate', { userId: target.id })).status).toBe(200);
    const { page } = await newPerson(browser);
    await page
      .context()
      .addCookies([...staff.client.cookies].map(([name, value]) => ({ name, value, url: site })));
    await page.goto('/profile');
    await page.getByText(`${staff.email} acting as`).waitFor();
    // A request that is still under way would find the end before the click does.
    await page.waitForLoadState('networkidle');
    await giveSystemRole(service, target.id, 'ADMIN');
    return { page, email: staff.email };
  }

  async function expectOwn(page: Page, email: string): Promise<void> {
    await page.getByText('The impersonation has ended.').waitFor();
    await page.getByText('acting as').waitFor({ state: 'detached' });
    await page.getByText(email).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.getByText('permission').count()).toBe(0);
  }

  test('is left with a notice when the next page loads its data', async () => {
    const { page, email } = await endedPage();
    await page.getByText('Account', { exact: true }).click();
    await page.getByRole('link', { name: 'API keys' }).click();
    await expectOwn(page, email);
  });

  test('is left with a notice when the page is reloaded', async () => {
    const { page, email } = await endedPage();
    await page.reload();
    await expectOwn(page, email);
  });
});
