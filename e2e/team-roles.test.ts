import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember } from '@latchkey/server/testing/organizations';
import { newHolder, newRole } from '@latchkey/server/testing/roles';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { fillCatalog, newTeamRole } from '@latchkey/server/testing/team-roles';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, site, startBrowser } from './browser.ts';

const executable = findBrowser('the journeys of roles of organizations');

describe.skipIf(!executable)('roles of organizations', () => {
  const service = started(() => startService({ env: { BASE_URL: site } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));

  async function pageOf({ cookies }: Client, path: string, of = browser) {
    const { page, faults } = await newPerson(of);
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: site })));
    await page.goto(path);
    await page
      .getByRole('heading', {
        level: 1,
        name: path.startsWith('/admin') ? 'App role templates' : 'App roles',
      })
      .waitFor();
    return { page, faults };
  }
  const row = (page: Page, name: string, table = /./) =>
    page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name });
  const isFocused = (page: Page, name: string) =>
    page.locator(':focus').and(page.getByRole('button', { name })).waitFor();
  async function choose(page: Page, of: string, action: string) {
    await page.getByRole('button', { name: `Actions for ${of}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  }

  test('an operator lists permissions and makes templates of them, told what falls from which', async () => {
    const { client } = await newStaff(service, 'ADMIN');
    await newRole(service, ['tickets:answer']);
    const { page, faults } = await pageOf(client, '/admin/organization-roles');
    const dialog = page.getByRole('dialog');

    await page.getByText('No permissions yet').waitFor();
    await page.getByRole('button', { name: 'Add permission' }).press('Enter');
    const name = dialog.getByLabel('Name');
    for (const [typed, refusal] of [
      ['Orders', 'area:verb in lowercase letters, such as users:read.'],
      ['users:frob', 'This area is reserved.'],
      ['tickets:answer', 'no permission in common'],
    ] as const) {
      await name.fill(typed);
      await name.press('Enter');
      await dialog.getByText(refusal).waitFor();
      await page.locator(':focus').and(name).waitFor();
    }
    await name.fill('orders:refund');
    await name.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await row(page, 'orders:refund').waitFor();
    await page.getByRole('button', { name: 'Add permission' }).press('Enter');
    await name.fill('orders:read');
    await dialog.getByLabel('Description').fill('See orders');
    await dialog.getByRole('button', { name: 'Add permission' }).click();
    await row(page, 'See orders').waitFor();
    await isFocused(page, 'Add permission');

    await page.getByRole('button', { name: 'New template' }).press('Enter');
    await dialog.getByLabel('Name').fill('Second level');
    expect(await dialog.getByLabel('Key').inputValue()).toBe('second-level');
    await dialog.getByLabel('Key').fill('org-support');
    await dialog.getByLabel('Key').press('Enter');
    await dialog.getByText("Keys that begin with org- are for organizations' own roles.").waitFor();
    await dialog.getByLabel('Key').fill('support');
    const permissions = dialog.getByRole('combobox', { name: 'Permissions' });
    for (const each of ['refund', 'read']) {
      await permissions.fill(each);
      await page.getByRole('option', { name: `orders:${each}` }).waitFor();
      await permissions.press('ArrowDown');
      await permissions.press('Enter');
    }
    await dialog.getByLabel('Name').press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await row(page, 'Second level', /Templates/)
      .getByText('orders:refund')
      .waitFor();

    await page.getByRole('button', { name: 'New template' }).click();
    await dialog.getByLabel('Name').fill('Support');
    await dialog.getByLabel('Name').press('Enter');
    await dialog.getByText(/key/i).and(dialog.locator('.mantine-InputWrapper-error')).waitFor();
    await page.keyboard.press('Escape');
    await isFocused(page, 'New template');

    await choose(page, 'Second level', 'Edit');
    await permissions.press('Backspace');
    const loss = dialog.getByRole('alert');
    await loss.getByText('loses it right away').or(loss.getByText('lose a permission right away')).waitFor();
    await loss.getByText('orders:refund').waitFor();
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await isFocused(page, 'Actions for Second level');

    await choose(page, 'orders:refund', 'Remove');
    await dialog.getByText('It leaves 1 template:').waitFor();
    await dialog.getByText('Second level').waitFor();
    await dialog.getByRole('button', { name: 'Remove permission' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row(page, 'orders:refund').first().waitFor({ state: 'detached' });
    await choose(page, 'orders:read', 'Edit description');
    await dialog.getByLabel('Description').fill('See all orders');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row(page, 'See all orders').waitFor();
    const { roles } = (await client.get('/api/admin/organization-roles')).body;
    expect(roles).toMatchObject([{ key: 'support', name: 'Second level', permissions: ['orders:read'] }]);

    const reader = await newHolder(service, ['roles:read', 'users:read']);
    const reading = await pageOf(reader.client, '/admin/organization-roles');
    await row(reading.page, 'Second level', /Templates/)
      .getByText('orders:read')
      .waitFor();
    await row(reading.page, 'See all orders').waitFor();
    for (const button of [/^New/, /^Add/, /^Actions for/])
      expect(await reading.page.getByRole('button', { name: button }).count()).toBe(0);

    await choose(page, 'Second level', 'Delete');
    await dialog.getByText('in any organization').waitFor();
    await dialog.getByRole('button', { name: 'Delete role' }).click();
    await page.getByText('No templates yet').waitFor();
    expect([...faults, ...reading.faults]).toEqual([]);
  });

  test('an OWNER makes roles of their own, and sees who is affected before one loses something', async () => {
    const owner = await newUser(service);
    await fillCatalog(service, ['orders:read', 'orders:refund']);
    const { page, faults } = await pageOf(owner.client, '/organization/roles');
    const dialog = page.getByRole('dialog');

    await page.getByText('No roles of your own yet').waitFor();
    await page.getByRole('button', { name: 'New role' }).press('Enter');
    await dialog.getByLabel('Name').fill('Bücher');
    expect(await dialog.getByLabel('Key').inputValue()).toBe('org-bucher');
    const permissions = dialog.getByRole('combobox', { name: 'Permissions' });
    await permissions.click();
    for (const each of ['orders:read', 'orders:refund'])
      await page.getByRole('option', { name: each }).click();
    await dialog.getByLabel('Name').press('Enter');
    await row(page, 'org-bucher').getByText('orders:refund').waitFor();
    await isFocused(page, 'New role');

    for (let count = 0; count < 7; count++) {
      const { id } = await newMember(service, owner.organizationId, 'MEMBER');
      await owner.client.put(`/api/organizations/current/members/${id}/roles`, { roles: ['org-bucher'] });
    }
    type Listed = { firstName: string; lastName: string; roles: string[] };
    const membersNow = async (): Promise<Listed[]> =>
      (await owner.client.get('/api/organizations/current/members')).body.members;
    const named = (await membersNow())
      .filter(({ roles }) => roles.includes('org-bucher'))
      .map(({ firstName, lastName }) => `${firstName} ${lastName}`);
    const affected = `Given to 7 members: ${named.slice(0, 5).join(', ')}, and 2 more`;
    await choose(page, 'Bücher', 'Edit');
    expect(await dialog.getByText(affected).count()).toBe(0);
    await permissions.press('Backspace');
    await dialog.getByRole('alert').getByText(affected).waitFor();
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await isFocused(page, 'Actions for Bücher');

    const admin = await newMember(service, owner.organizationId, 'ADMIN');
    const reading = await pageOf(admin.client, '/organization/roles');
    await reading.page.getByRole('button', { name: 'Who has it: Bücher' }).click();
    await reading.page.getByRole('dialog').getByText(affected).waitFor();
    await reading.page.keyboard.press('Escape');
    for (const button of [/^New/, /^Actions for/])
      expect(await reading.page.getByRole('button', { name: button }).count()).toBe(0);

    await choose(page, 'Bücher', 'Delete');
    await dialog.getByText(affected).waitFor();
    await dialog.getByRole('button', { name: 'Delete role' }).click();
    await page.getByText('No roles of your own yet').waitFor();
    expect((await membersNow()).flatMap(({ roles }) => roles)).toEqual([]);
    expect([...faults, ...reading.faults]).toEqual([]);
  });

  test('where the operator keeps roles to themselves, an OWNER is told, and may still delete one', async () => {
    const { database, clock } = service;
    const env = { BASE_URL: site, ALLOW_ORGANIZATION_ROLES: 'false' };
    const strict = await startService({ env, database, clock });
    const other = await startBrowser(executable ?? '', strict.url);
    const owner = await newUser(service);
    await newTeamRole(service, owner.organizationId, { key: 'org-old' });
    const { page } = await pageOf(owner.client, '/organization/roles', other);
    await page.getByText('Whoever runs this service sets the roles').waitFor();
    expect(await page.getByRole('button', { name: 'New role' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Actions for org-old' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Edit' }).count()).toBe(0);
  });
});
