import { enter } from '@latchkey/server/testing/audit';
import { newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { makeOrganizationKey } from '@latchkey/server/testing/organization-keys';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, passOn, site, startBrowser } from './browser.ts';

const executable = findBrowser('the dashboard');
const hour = 3_600_000;
const day = 24 * hour;

describe.skipIf(!executable)('the dashboard of an administrator', () => {
  const service = started(() => startService({ env: { BASE_URL: site } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));

  test('compares a period with the one before, and its figures lead to their lists', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const owner = await newUser(service);
    const ago = (days: number) => new Date(service.clock.now().getTime() - days * day);
    const fails = (days: number, reason: string) =>
      enter(service, { createdAt: ago(days), action: 'AUTH_LOGIN_FAILURE', metadata: { reason } });
    for (const reason of ['wrong_password', 'wrong_password', 'locked']) await fails(2, reason);
    for (const days of [9, 10]) await fails(days, 'unknown_email');
    const expiresAt = new Date(service.clock.now().getTime() + 9 * day).toISOString();
    await makeOrganizationKey(owner.client, { name: 'Acme production', expiresAt });

    const { page, faults } = await newPerson(browser);
    await passOn(page, admin.client);
    await page.goto('/');
    await page.getByText('Why sign-ins fail').waitFor();
    await page.getByRole('radiogroup', { name: 'Period' }).getByText('7 days').click();
    await page.getByText('+50% from 2').waitFor();
    expect(new URL(page.url()).searchParams.get('days')).toBe('7');
    const reasons = page.getByRole('region', { name: 'Why sign-ins fail' });
    await reasons.getByText('Wrong password').waitFor();
    await reasons.getByText('2 (before: 0)').waitFor();
    expect(await reasons.getByText('No such account').count()).toBe(0);
    await page.reload();
    await page.getByText('+50% from 2').waitFor();

    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByRole('link', { name: 'Acme production' }).click();
    await page.getByRole('heading', { name: 'About' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Failed sign-ins', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    expect(new URL(page.url()).searchParams.get('action')).toBe('AUTH_LOGIN_FAILURE');
    expect(faults).toEqual([]);
  });

  test('shows a day by its hours, and a bar leads to what failed in it', async () => {
    const admin = await newStaff(service, 'ADMIN');
    await newUser(service);
    const current = Math.floor(service.clock.now().getTime() / hour) * hour;
    for (const minutes of [10, 50])
      await enter(service, {
        createdAt: new Date(current - minutes * 60_000),
        action: 'AUTH_LOGIN_FAILURE',
        metadata: { reason: 'locked' },
      });
    const { page } = await newPerson(browser);
    await passOn(page, admin.client);
    await page.goto('/?days=1');
    await page.getByText('Last 24 hours').waitFor();
    const bars = page.getByRole('list', { name: 'Sign-ins' }).getByRole('listitem');
    expect(await bars.count()).toBe(24);
    await bars
      .nth(22)
      .getByRole('button', { name: /Failed 2$/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toMatchObject({
      action: 'AUTH_LOGIN_FAILURE',
      from: new Date(current - hour).toISOString(),
      to: new Date(current - 1).toISOString(),
    });
    const log = page.getByRole('table', { name: 'Audit log' });
    await log.getByText('Sign-in failed').nth(1).waitFor();
    expect(await log.getByText('Sign-in failed').count()).toBe(2);
  });

  test("tells whose key ends soon, and doesn't send anyone to a list that isn't filtered", async () => {
    const admin = await newStaff(service, 'ADMIN');
    const owner = await newUser(service);
    const expiresAt = new Date(service.clock.now().getTime() + 9 * day).toISOString();
    await newKey(owner.client, { name: 'Night job', expiresAt });
    const { page } = await newPerson(browser);
    await passOn(page, admin.client);
    await page.goto('/');
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByText(`API key of ${owner.email}`).waitFor();
    const adoption = page.getByRole('region', { name: 'Second factors' });
    await adoption.waitFor();
    expect(await adoption.getByRole('link').count()).toBe(0);
    await attention.getByRole('link', { name: 'Night job' }).click();
    await page.getByText(owner.id).waitFor();
  });
});
