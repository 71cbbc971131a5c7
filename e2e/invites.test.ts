import { started } from '@latchkey/server/testing/lifetime';
import { inviteTo, newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, passOn, site, startBrowser } from './browser.ts';

const executable = findBrowser('invitations');
const invites = '/api/organizations/current/invites';

describe.skipIf(!executable)('invitations', () => {
  const service = started(() => startService({ env: { BASE_URL: site } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));

  async function openInvites() {
    const made = await newOrganization(service);
    const { page } = await newPerson(browser);
    await passOn(page, made.owner.client);
    await page.goto('/organization/invites');
    return { ...made, page };
  }
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Invite people' });
  async function openDialog(page: Page) {
    await page.getByRole('button', { name: 'Invite people' }).first().click();
    const dialog = dialogOf(page);
    await dialog.getByRole('combobox', { name: 'Email addresses' }).waitFor();
    return dialog;
  }
  const row = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });
  const act = async (page: Page, email: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${email}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  test('go to five people at once, by keyboard alone', async () => {
    const { page } = await openInvites();
    await openDialog(page);
    const emails = [1, 2, 3, 4, 5].map((nth) => `five-${nth}@example.com`);
    await page.keyboard.type(`${emails.slice(0, 4).join(',')},`);
    await page.keyboard.type(emails[4] ?? '');
    await page.keyboard.press('Enter');
    await dialogOf(page).getByRole('button', { name: 'Send 5 invitations' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('5 invitations sent.').waitFor();
    await dialogOf(page).waitFor({ state: 'detached' });
    for (const email of emails) {
      await row(page, email).waitFor();
      expect((await service.mails(email)).length).toBe(1);
    }
  });

  test('say what became of each address, and keep those that were refused', async () => {
    const { page, owner } = await openInvites();
    await inviteTo(owner, 'twice@example.com');
    const dialog = await openDialog(page);
    await dialog
      .getByRole('combobox', { name: 'Email addresses' })
      .fill(`${owner.email} twice@example.com, Ada <ada.new@example.com>, nobody`);
    await dialog.getByRole('button', { name: /^Send/ }).click();
    await dialog.getByText('1 of 4 sent').waitFor();
    const outcome = (email: string) => dialog.getByRole('listitem').filter({ hasText: email });
    await outcome(owner.email).getByText('already a member').waitFor();
    await outcome('twice@example.com').getByText('already has an open invitation').waitFor();
    await outcome('ada.new@example.com').getByText('sent').waitFor();
    await outcome('nobody').waitFor();
    await row(page, 'ada.new@example.com').waitFor();
    await dialog.getByRole('button', { name: 'Send 3 invitations' }).waitFor();
  });

  test('lose no address when the service fails midway', async () => {
    const { page } = await openInvites();
    let asked = 0;
    await page.route(`**${invites}`, (route) =>
      route.request().method() === 'POST' && ++asked === 2 ? route.abort() : route.continue(),
    );
    const dialog = await openDialog(page);
    await dialog
      .getByRole('combobox', { name: 'Email addresses' })
      .fill('one@example.com,two@example.com,three@example.com');
    await dialog.getByRole('button', { name: /^Send/ }).click();
    await dialog.getByText('1 of 3 sent').waitFor();
    await dialog
      .getByRole('listitem')
      .filter({ hasText: 'three@example.com' })
      .getByText('not tried yet')
      .waitFor();
    await page.unroute(`**${invites}`);
    await dialog.getByRole('button', { name: 'Send 2 invitations' }).click();
    await page.getByText('2 invitations sent.').waitFor();
    for (const email of ['one@example.com', 'two@example.com', 'three@example.com'])
      await row(page, email).waitFor();
  });

  test('take the role that Enter chooses, however the list of roles was opened', async () => {
    const { page, owner } = await openInvites();
    const dialog = await openDialog(page);
    await page.keyboard.type('chosen@example.com');
    await page.keyboard.press('Enter');
    const role = dialog.getByRole('combobox', { name: 'Role' });
    const options = page.getByRole('option');
    await role.click();
    await options.first().waitFor();
    await page.keyboard.press('Enter');
    await options.first().waitFor({ state: 'hidden' });
    expect(await role.inputValue()).toBe('Member');
    await page.keyboard.press('Enter');
    await options.first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await options.first().waitFor({ state: 'hidden' });
    expect(await role.inputValue()).toBe('Admin');
    expect((await owner.client.get(invites)).body.invites).toEqual([]);
    await dialog.getByRole('button', { name: 'Send invitation' }).press('Enter');
    await page.getByText('We emailed chosen@example.com.').waitFor();
    expect((await owner.client.get(invites)).body.invites).toMatchObject([{ role: 'ADMIN' }]);
  });

  test('can be sent again, and copied as another link', async () => {
    const { page, owner } = await openInvites();
    const { token } = await inviteTo(owner, 'again@example.com');
    // The headless shell has none at an address without HTTPS.
    await page.addInitScript(() => {
      const writeText = (text: string) => Promise.resolve(sessionStorage.setItem('copied', text));
      Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
    });
    await page.reload();
    await act(page, 'again@example.com', 'Send again');
    await page.getByText('We emailed again@example.com a new link.').waitFor();
    expect((await service.client().get(`/api/invites/${token}`)).status).toBe(404);
    const mailed = await service.mailedToken('again@example.com');
    await act(page, 'again@example.com', 'Copy link');
    await page.getByText('Link copied.').waitFor();
    const copied = await page.evaluate(() => sessionStorage.getItem('copied') ?? '');
    expect(copied).toContain(`${site}/invite/`);
    expect(copied).not.toContain(mailed);
    for (const each of [mailed, copied.split('/').at(-1)])
      expect((await service.client().get(`/api/invites/${each}`)).status).toBe(200);
  });

  test('and members are found by a search, which the address keeps', async () => {
    const { page, id, owner } = await openInvites();
    for (const name of ['wanted', 'other']) await inviteTo(owner, `${name}@found.example`);
    await page.goto('/organization/invites');
    await row(page, 'other@found.example').waitFor();
    await page.getByRole('searchbox', { name: 'Search email' }).fill('want');
    await row(page, 'other@found.example').waitFor({ state: 'detached' });
    await row(page, 'wanted@found.example').waitFor();
    await page.reload();
    await row(page, 'wanted@found.example').waitFor();
    expect(await row(page, 'other@found.example').count()).toBe(0);
    const member = await newMember(service, id, 'MEMBER');
    await page.goto('/organization/members');
    await row(page, owner.email).waitFor();
    await page.getByRole('searchbox', { name: 'Search name, email or username' }).fill(member.email);
    await row(page, owner.email).waitFor({ state: 'detached' });
    await row(page, member.email).waitFor();
  });

  test('show the link where nothing can be copied for the person', async () => {
    const { page, owner } = await openInvites();
    await inviteTo(owner, 'shown@example.com');
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.reload();
    await act(page, 'shown@example.com', 'Copy link');
    const dialog = page.getByRole('dialog', { name: 'Invitation link' });
    expect(await dialog.getByTestId('invite-link').textContent()).toContain(`${site}/invite/`);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('that arrive by mail are accepted without verifying the address once more', async () => {
    const { owner } = await openInvites();
    await owner.client.post(invites, { email: 'proven@example.com', byMailOnly: true });
    const { page } = await newPerson(browser);
    await page.goto(`/invite/${await service.mailedToken('proven@example.com')}`);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('First name').fill('Pia');
    await page.locator('input[autocomplete="new-password"]').fill('Correct-Horse-7');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Welcome, Pia' }).waitFor();
    expect((await service.mails('proven@example.com')).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('invited you'),
    ]);
  });
});
