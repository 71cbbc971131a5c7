import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, passOn, site, startBrowser } from './browser.ts';

const executable = findBrowser('the menu of the console');

describe.skipIf(!executable)("an ADMIN's menu", () => {
  const service = started(() => startService({ env: { BASE_URL: site } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));

  let seat: Awaited<ReturnType<typeof newPerson>> | undefined;
  async function adminPage(path: string): Promise<{ page: Page; faults: string[] }> {
    const { client } = await newStaff(service, 'ADMIN');
    seat ??= await newPerson(browser);
    await passOn(seat.page, client);
    seat.faults.length = 0;
    await seat.page.goto(path);
    return seat;
  }

  const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
  const scope = (page: Page, name: string) => menu(page).getByRole('radio', { name });
  const link = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true });

  test('fits on a screen 800 pixels high', async () => {
    const { page } = await adminPage('/');
    await link(page, 'Users').waitFor();
    expect(await scope(page, 'Service').isChecked()).toBe(true);
    expect(await link(page, 'Members').isVisible()).toBe(false);
    const last = await link(page, 'Service settings').boundingBox();
    const account = await page.getByRole('button', { name: /@/ }).last().boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(account?.y ?? 0);
    const overflow = await menu(page).evaluate((nav) => {
      const inner = [...nav.querySelectorAll('*')].find(
        ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1,
      );
      return inner?.className ?? '';
    });
    expect(overflow).toBe('');
  });

  test('names no two pages alike', async () => {
    const { page } = await adminPage('/');
    const names: string[] = [];
    for (const part of ['Account', 'Organization', 'Service']) {
      await menu(page).getByText(part, { exact: true }).click();
      await link(
        page,
        { Account: 'Profile', Organization: 'Members', Service: 'Users' }[part] ?? '',
      ).waitFor();
      const shown = await menu(page).getByRole('link').allTextContents();
      names.push(...shown.filter((name) => name !== 'Dashboard'));
    }
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  test('shows an account, an organization or the service, by keyboard, and follows the page', async () => {
    const { page } = await adminPage('/admin/users');
    await scope(page, 'Service').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await link(page, 'Profile').waitFor();
    expect(await link(page, 'Users').isVisible()).toBe(false);
    await link(page, 'Security').click();
    await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
    await page.waitForURL(`${site}/`);
    await link(page, 'Profile').waitFor();
    await page.goto('/organization/members');
    await link(page, 'Invitations').waitFor();
    expect(await link(page, 'Profile').isVisible()).toBe(false);
  });

  test('the search knows actions by other words, and where someone went', async () => {
    const { page, faults } = await adminPage('/profile');
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    const dialog = page.getByRole('dialog', { name: 'Find a page, user or organization' });
    const field = dialog.getByRole('textbox').or(dialog.getByRole('combobox'));
    const search = async (text: string) => {
      await page.keyboard.press('Control+k');
      await field.fill(text);
    };
    await search('log out');
    await dialog.getByRole('option', { name: 'Sign out' }).waitFor();
    await field.fill('night');
    await dialog.getByRole('option', { name: 'Use the dark look' }).click();
    await page.waitForFunction(() => document.documentElement.dataset.mantineColorScheme === 'dark');
    await search('history');
    await dialog.getByRole('option', { name: 'Audit log' }).click();
    await page.waitForURL('**/admin/audit-logs');
    await page.keyboard.press('Control+k');
    await dialog.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'Audit log' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Ctrl K').waitFor();
    expect(faults).toEqual([]);
  });

  test('finds pages, users and organizations by keyboard', async () => {
    const someone = await newUser(service, { firstName: 'Zuzanna', lastName: 'Zielonka' });
    const [organization] =
      await service.sql`SELECT name FROM organizations WHERE id = ${someone.organizationId}`;
    const { page, faults } = await adminPage('/profile');
    const find = async (text: string, result: RegExp | string) => {
      await page.keyboard.press('Control+k');
      const dialog = page.getByRole('dialog', { name: 'Find a page, user or organization' });
      await dialog.getByRole('textbox').or(dialog.getByRole('combobox')).fill(text);
      await dialog.getByRole('option', { name: result }).waitFor();
      await dialog.getByRole('textbox').or(dialog.getByRole('combobox')).focus();
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
    };
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    await find('service web', 'Service webhooks');
    await page.waitForURL('**/admin/webhooks');
    // A page takes the focus once it is there.
    await page.getByRole('heading', { level: 1, name: /webhooks/i }).waitFor();
    await page.waitForFunction(
      () => document.activeElement === document.body || document.activeElement?.tagName === 'H1',
    );
    await find('zielonka', /Zuzanna Zielonka/);
    await page.getByRole('heading', { level: 1, name: 'Zuzanna Zielonka' }).waitFor();
    await page.waitForURL(`**/admin/users/${someone.id}`);
    await find(String(organization?.name), String(organization?.name));
    await page.getByRole('heading', { level: 1, name: String(organization?.name) }).waitFor();
    await page.waitForURL(`**/admin/organizations/${someone.organizationId}`);
    expect(faults).toEqual([]);
  });

  test.each(['Escape', 'Control+k'])('closes the search by %s', async (key) => {
    const { page, faults } = await adminPage('/profile');
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Find a page, user or organization' });
    await dialog.getByRole('option').first().waitFor();
    await page.keyboard.press(key);
    await dialog.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });
});
