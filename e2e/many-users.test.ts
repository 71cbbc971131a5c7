import { readFile } from 'node:fs/promises';
import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newOrganization } from '@latchkey/server/testing/organizations';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { accountsAt, makeAdmin, setTwoFactor } from '@latchkey/server/testing/standing';
import type { Download, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, passOn, site, startBrowser } from './browser.ts';
import { tabTo } from './keyboard.ts';

const executable = findBrowser('many users at once');

describe.skipIf(!executable)('many users at once', () => {
  const service = started(() => startService({ env: { BASE_URL: site } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));

  async function openAs(client: Client, path = '/admin/users') {
    const { page, faults } = await newPerson(browser);
    await passOn(page, client);
    await page.goto(path);
    return { page, faults };
  }
  const textOf = async (download: Download) => readFile((await download.path()) ?? '', 'utf8');
  const choose = async (page: Page, text: string | Buffer, name = 'people.csv') => {
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import users' });
    const buffer = typeof text === 'string' ? Buffer.from(text) : text;
    await dialog.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer });
    return dialog;
  };

  test('are shown before they are imported, and the refused lines can be downloaded', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const { page, faults } = await openAs(admin.client);
    const file = `\uFEFFEmail;First name\r\nada@page.example;Ada\r\n=1+1;Eve\r\n${admin.email};Me\r\n`;
    const dialog = await choose(page, file);
    await dialog.getByText('New: 1 · Already there: 1 · Refused: 1').waitFor();
    const row = dialog.getByRole('row').filter({ hasText: '=1+1' });
    await row.getByText('email: Must be an email address.').waitFor();
    await row.getByRole('cell', { name: '3', exact: true }).waitFor();
    expect(await accountsAt(service, 'ada@page.example')).toEqual([]);
    const waiting = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download refused lines' }).click();
    expect(await textOf(await waiting)).toBe(
      "line,email,reason\r\n3,'=1+1,email: Must be an email address.\r\n",
    );
    await dialog.getByRole('button', { name: 'Import 1 user' }).click();
    await dialog.getByText('Imported: 1 · Already there: 1 · Refused: 1').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Ada', exact: true }).waitFor();
    expect(await accountsAt(service, 'ada@page.example')).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  test('keep rows of one height, however much there is to say of one of them', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const user = await newUser(service, {
      lastName: 'Rowe',
      organizationName: 'The Long and Winding Road Company',
    });
    await service.sql`
      UPDATE users SET two_factor_enabled = true, is_active = false
       WHERE id = ${user.id}`;
    const { page } = await openAs(admin.client, '/admin/users?search=Rowe');
    await page.setViewportSize({ width: 1440, height: 900 });
    const row = page.getByRole('row').filter({ hasText: user.email });
    for (const text of ['Deactivated', '2FA', 'Unverified', 'The Long and'])
      await row.getByText(text).waitFor();
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(46);
    const { wide, full } = await page
      .getByRole('table', { name: 'Users' })
      .evaluate((table) => ({ wide: table.clientWidth, full: table.parentElement?.clientWidth ?? 0 }));
    expect(wide).toBeLessThanOrEqual(full);
  });

  test('come in parts, with the lines of the file and an address that comes again', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const { page } = await openAs(admin.client);
    const emails = Array.from({ length: 1200 }, (_, nth) => `part-${nth}@page.example`);
    const dialog = await choose(page, `email\n${emails.join('\n')}\nnone\n${emails[0]}\n`);
    await dialog.getByText('New: 1,200 · Already there: 1 · Refused: 1').waitFor();
    await dialog.getByRole('row', { name: /^1202 none/ }).waitFor();
    await dialog.getByRole('button', { name: 'Import 1,200 users' }).click();
    await dialog.getByText('Imported: 1,200 · Already there: 1 · Refused: 1').waitFor();
  });

  test('go on where a fault stopped them', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const { page } = await openAs(admin.client);
    const emails = Array.from({ length: 1500 }, (_, nth) => `fault-${nth}@page.example`);
    const dialog = await choose(page, `email\n${emails.join('\n')}\n`);
    await dialog.getByText('New: 1,500 ·').waitFor();
    let calls = 0;
    await page.route('**/api/users/import*', (route) => (++calls === 2 ? route.abort() : route.continue()));
    await dialog.getByRole('button', { name: 'Import 1,500 users' }).click();
    await dialog.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText('Imported: 1,500 · Already there: 0 · Refused: 0').waitFor();
    expect(calls).toBe(3);
  });

  test('of a file that is no table in UTF-8 are not read', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const { page } = await openAs(admin.client);
    const dialog = await choose(page, Buffer.from('email,firstName\na@page.example,Zo\xeb\n', 'latin1'));
    await dialog.getByText(/as “CSV UTF-8”/).waitFor();
    await dialog.locator('input[type="file"]').setInputFiles({
      name: 'x.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('[{"email":"a@b.example"}]'),
    });
    await dialog.getByText(/isn't a CSV file/).waitFor();
    expect(await dialog.getByRole('button', { name: /^Import 0/ }).isDisabled()).toBe(true);
  });

  test('are selected and deactivated by keyboard, and one refusal hides no other', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const people = [];
    for (const nth of [1, 2, 3])
      people.push(await newUser(service, { firstName: `Bulk ${nth}`, lastName: 'Selby' }));
    const [first, second] = people;
    await service.sql`UPDATE users SET first_name = 'Own', last_name = 'Selby' WHERE id = ${admin.id}`;
    const { page, faults } = await openAs(admin.client, '/admin/users?search=Selby');
    await page.getByRole('link', { name: 'Bulk 1 Selby' }).waitFor();
    await tabTo(page, 'checkbox', 'Select all on this page');
    await page.keyboard.press('Space');
    await page.getByText('4 users selected').waitFor();
    await tabTo(page, 'checkbox', 'Select Bulk 3 Selby');
    await page.keyboard.press('Space');
    await page.getByText('3 users selected').waitFor();
    await page
      .getByRole('region', { name: '3 users selected' })
      .getByRole('button', { name: 'Deactivate' })
      .focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Deactivate 3 users?' });
    const cancel = dialog.getByRole('button', { name: 'Cancel' });
    await cancel.waitFor();
    await expect.poll(() => cancel.evaluate((each) => each === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.getByText('Done: 2 of 3').waitFor();
    const outcome = (email: string) => dialog.getByRole('listitem').filter({ hasText: email });
    await outcome(admin.email).getByText("You can't do this to your own account.").waitFor();
    await outcome(first?.email ?? '')
      .getByText('Done')
      .waitFor();
    expect((await first?.client.get('/api/auth/me'))?.status).toBe(401);
    expect((await second?.client.get('/api/auth/me'))?.status).toBe(401);
    expect((await people[2]?.client.get('/api/auth/me'))?.status).toBe(200);
    expect(faults).toEqual([]);
  });

  test('are selected over pages, all that match, and exported with nothing that a spreadsheet runs', async () => {
    const admin = await newStaff(service, 'ADMIN');
    for (let nth = 0; nth < 22; nth++) await newUser(service, { firstName: `=Many${nth}`, lastName: 'Tuft' });
    const { page } = await openAs(admin.client, '/admin/users?search=Tuft');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByText('20 users selected').waitFor();
    await page.getByRole('button', { name: 'Select all 22 that match' }).click();
    await page.getByText('22 users selected').waitFor();
    await page.getByRole('button', { name: 'page 2', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select =Many0 Tuft' }).uncheck();
    await page.getByText('21 users selected').waitFor();
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const lines = (await textOf(await waiting)).trim().split('\r\n');
    expect(lines).toHaveLength(22);
    expect(lines[1]).toContain(",'=Many");
    await page.getByRole('searchbox', { name: 'Search name, email or username' }).fill('Tuf');
    await page.getByText('users selected').waitFor({ state: 'detached' });
  });

  test('are invited to the organization of the one who invites', async () => {
    const { owner } = await newOrganization(service);
    await makeAdmin(service, owner.id);
    await setTwoFactor(service, owner.id, true);
    await service.sql`UPDATE sessions SET second_factor = true WHERE user_id = ${owner.id}`;
    const people = [
      await newUser(service, { lastName: 'Wryneck' }),
      await newUser(service, { lastName: 'Wryneck' }),
    ];
    const { page } = await openAs(owner.client, '/admin/users?search=Wryneck');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: /^Invite to/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Invite 2 users to/ });
    await dialog.getByRole('button', { name: 'Invite people' }).click();
    await dialog.getByText('Done: 2 of 2').waitFor();
    for (const { email } of people) expect((await service.mails(email)).at(-1)?.text).toContain('/invite/');
  });

  test('are for those who may: a MODERATOR neither imports nor deactivates', async () => {
    const moderator = await newStaff(service, 'MODERATOR');
    const { page } = await openAs(moderator.client);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Export' }).waitFor();
    expect(await page.getByRole('button', { name: 'Deactivate' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Import', exact: true }).count()).toBe(0);
  });
});
