import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, passOn, site, startBrowser } from './browser.ts';
import { phone } from './looks.ts';

const executable = findBrowser('the audit log');

describe.skipIf(!executable)('the audit log', () => {
  const service = started(() => startService({ env: { BASE_URL: site } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));

  async function openAs(client: Awaited<ReturnType<typeof newUser>>['client'], path: string, more = {}) {
    const { page, faults } = await newPerson(browser, more);
    await passOn(page, client);
    await page.goto(path);
    return { page, faults };
  }
  const failAs = (email: string, address = '203.0.113.9') =>
    service.client(address).post('/api/auth/login', { email, password: 'Wrong-Horse-7' });

  test('leads from a spike of failures to its entries, and back, by mouse and keyboard', async () => {
    const owner = await newUser(service);
    for (let n = 0; n < 3; n++) await failAs(owner.email);
    const { page, faults } = await openAs(owner.client, '/admin/audit-logs?range=1h');
    const log = page.getByRole('table', { name: 'Audit log' });
    await log.getByText('Account created').first().waitFor();
    await page
      .getByText(/^\d{1,2} \w{3,4} \d{4}, \d\d:\d\d$/)
      .nth(1)
      .waitFor();
    const spike = page.getByRole('toolbar', { name: 'Entries over time' }).getByRole('button').last();
    await page.getByRole('button', { name: /3 failed sign-ins/ }).click();
    await page.waitForURL(/from=.*&to=/);
    expect(new URL(page.url()).searchParams.get('range')).toBeNull();
    await page
      .getByRole('group', { name: 'Failed sign-ins by reason' })
      .getByRole('button', { name: 'Wrong password' })
      .click();
    await page.waitForURL(/action=AUTH_LOGIN_FAILURE.*reason=wrong_password|reason=wrong_password/);
    await log.getByText('Account created').waitFor({ state: 'detached' });
    await log.getByText('Sign-in failed').nth(2).waitFor();
    expect(await log.getByText('Sign-in failed').count()).toBe(3);
    await page.reload();
    await page.getByRole('button', { name: 'Show all reasons again' }).waitFor();
    await log.getByText('Sign-in failed').nth(2).waitFor();
    expect(await log.getByText('Sign-in failed').count()).toBe(3);
    await page.goBack();
    await page.goBack();
    await log.getByText('Account created').first().waitFor();
    await spike.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('End');
    expect(await spike.evaluate((bar) => bar === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(/from=/);
    expect(faults).toEqual([]);
  });

  test('draws what its filters leave', async () => {
    const owner = await newUser(service);
    await failAs(owner.email, '203.0.113.21');
    const { page } = await openAs(owner.client, '/admin/audit-logs');
    await page.getByRole('group', { name: 'Failed sign-ins by address' }).getByText('203.0.113.21').waitFor();
    await page.getByRole('button', { name: /[2-9] entries, 1 failed sign-in$/ }).waitFor();
    await page.getByRole('searchbox', { name: 'IP address' }).fill('203.0.113.21');
    await page.getByRole('button', { name: /: 1 entry, 1 failed sign-in$/ }).waitFor();
  });

  test('shows new entries by itself and says so, until it is paused', async () => {
    const owner = await newUser(service);
    const { page } = await openAs(owner.client, '/admin/audit-logs');
    const log = page.getByRole('table', { name: 'Audit log' });
    await log.getByText('Account created').first().waitFor();
    await failAs(owner.email);
    await log.getByText('Sign-in failed').waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: /^1\snew entry/ })
      .waitFor();
    await page.getByRole('button', { name: 'Pause updates' }).press('Enter');
    await page.getByRole('button', { name: 'Resume updates' }).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await failAs(owner.email);
    // The head of the seals is asked for all along: once it was, twice, the list would have been, too.
    for (const _ of [1, 2]) await page.waitForResponse('**/api/admin/audit-logs/head');
    expect(asked.filter((path) => path === '/api/admin/audit-logs')).toEqual([]);
    await page.getByRole('button', { name: 'Resume updates' }).click();
    await log.getByText('Sign-in failed').nth(1).waitFor();
  });

  test('tells all of an entry in lines, with the way to whom it names', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const person = await newUser(service, { firstName: 'Ottilie' });
    await admin.client.post(`/api/users/${person.id}/deactivate`);
    const { page } = await openAs(admin.client, `/admin/audit-logs?userId=${person.id}`);
    const log = page.getByRole('table', { name: 'Audit log' });
    await log
      .getByRole('button', { name: /^Details of User deactivated/ })
      .first()
      .click();
    const line = (name: string) => log.getByRole('table').getByRole('row', { name: new RegExp(`^${name}`) });
    await line('Action ADMIN_USER_DEACTIVATED').waitFor();
    await line('Organization').getByRole('link').first().waitFor();
    await line('targetUserId').getByRole('link', { name: person.id }).click();
    await page.getByRole('heading', { level: 1, name: 'Ottilie' }).waitFor();
  });

  test('says in words why a sign-in failed', async () => {
    const owner = await newUser(service);
    await failAs(owner.email);
    const { page } = await openAs(owner.client, '/admin/audit-logs');
    const log = page.getByRole('table', { name: 'Audit log' });
    const reasons = page.getByRole('group', { name: 'Failed sign-ins by reason' });
    await reasons.getByRole('button', { name: /Wrong password/ }).click();
    await page.getByRole('button', { name: 'Show all reasons again' }).getByText('Wrong password').waitFor();
    await log
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click();
    await log.getByRole('table').getByText('Wrong password').waitFor();
  });

  test('comes before its chart on a phone', async () => {
    const owner = await newUser(service);
    const { page } = await openAs(owner.client, '/admin/audit-logs', { viewport: phone });
    const top = async (role: 'table' | 'toolbar') =>
      (await page.getByRole(role).first().boundingBox())?.y ?? 0;
    await page.getByRole('toolbar').waitFor();
    expect(await top('table')).toBeLessThan(await top('toolbar'));
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.waitForFunction(
      () =>
        (document.querySelector('[role="toolbar"]')?.getBoundingClientRect().y ?? 0) <
        (document.querySelector('table')?.getBoundingClientRect().y ?? 0),
    );
  });
});
