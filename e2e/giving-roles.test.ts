import { started } from '@latchkey/server/testing/lifetime';
import { newMember } from '@latchkey/server/testing/organizations';
import { mappingPath, newDirectory, scimPath } from '@latchkey/server/testing/scim';
import { startService } from '@latchkey/server/testing/service';
import { connectionsPath } from '@latchkey/server/testing/sso';
import { fillCatalog, newTeamRole } from '@latchkey/server/testing/team-roles';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, newPerson, site, startBrowser } from './browser.ts';

const executable = findBrowser('giving roles of organizations');

describe.skipIf(!executable)('an organization gives its roles', () => {
  const service = started(() => startService({ env: { BASE_URL: site } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));
  let directory: Awaited<ReturnType<typeof newDirectory>>;
  let page: Page;
  let faults: string[];

  beforeAll(async () => {
    directory = await newDirectory(service);
    ({ page, faults } = await newPerson(browser));
    const cookies = [...directory.owner.client.cookies].map(([name, value]) => ({ name, value, url: site }));
    await page.context().addCookies(cookies);
  });

  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  const dialog = () => page.getByRole('dialog');
  const press = (name: string | RegExp) => dialog().getByRole('button', { name }).click();
  async function chooseRole(within = dialog()) {
    await within.getByRole('combobox', { name: /roles/i }).click();
    await page.getByRole('option', { name: 'org-cashier' }).click();
    await page.keyboard.press('Tab');
  }

  test('nothing of it is shown while there are no roles', async () => {
    await page.goto('/organization/members');
    await row(directory.owner.email).waitFor();
    await row(directory.owner.email)
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Leave the organization' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'App roles' }).count()).toBe(0);
    expect(await page.getByRole('columnheader', { name: 'App roles' }).count()).toBe(0);
  });

  test('to a member, and sees which count for them and why', async () => {
    await fillCatalog(service, ['orders:read', 'orders:refund']);
    await newTeamRole(service, directory.id, { key: 'org-cashier', permissions: ['orders:refund'] });
    await newTeamRole(service, null, { key: 'everyone', permissions: ['orders:read'], isDefault: true });
    const member = await newMember(service, directory.id, 'MEMBER');
    await page.reload();
    const open = async () => {
      await row(member.email)
        .getByRole('button', { name: /^Actions for/ })
        .press('Enter');
      await page.getByRole('menuitem', { name: 'App roles' }).press('Enter');
    };
    await open();
    await dialog().getByRole('listitem').filter({ hasText: 'everyone' }).getByText('Default').waitFor();
    expect(await dialog().getByText('orders:refund').count()).toBe(0);
    await chooseRole();
    await press('Save');
    await row(member.email).getByText('org-cashier').waitFor();
    await open();
    await dialog().getByRole('listitem').filter({ hasText: 'org-cashier' }).getByText('Given').waitFor();
    for (const each of ['orders:read', 'orders:refund']) await dialog().getByText(each).waitFor();
    await press('Cancel');
    await dialog().waitFor({ state: 'detached' });
    expect((await member.client.get('/api/auth/me')).body.organization.roles).toEqual([
      'everyone',
      'org-cashier',
    ]);
    await page
      .locator(':focus')
      .and(page.getByRole('button', { name: /^Actions for/ }))
      .waitFor();
  });

  test('by an invitation', async () => {
    await page.goto('/organization/invites');
    await page.getByRole('button', { name: 'Invite' }).first().click();
    await dialog().getByRole('combobox', { name: 'Email addresses' }).fill('cashier@example.com');
    await chooseRole();
    await dialog().getByRole('button', { name: /^Send/ }).click();
    await row('cashier@example.com').getByText('org-cashier').waitFor();
  });

  test("to a directory's group", async () => {
    const person = await directory.person();
    await directory.client.post(`${scimPath}/Groups`, {
      displayName: 'Shops',
      members: [{ value: person.id }],
    });
    await page.goto('/organization/directory');
    await row('Shops').getByRole('button', { name: 'App roles of Shops' }).click();
    await chooseRole();
    await press('Save');
    await row('Shops').getByText('org-cashier').waitFor();
    const { groups } = (await directory.owner.client.get(mappingPath)).body;
    expect(groups).toMatchObject([{ displayName: 'Shops', roles: ['org-cashier'], role: null }]);
  });

  test("to an identity provider's group", async () => {
    const made = await directory.owner.client.post(connectionsPath, { kind: 'oidc', name: 'Acme login' });
    const { id } = made.body.connection;
    await page.goto('/organization/sso');
    await page.getByRole('button', { name: /^Acme login/ }).click();
    await dialog().getByRole('tab', { name: 'Options' }).click();
    await dialog().getByRole('button', { name: 'Add group' }).click();
    await dialog().getByLabel('Group', { exact: true }).fill('tills');
    await chooseRole();
    await press('Save options');
    await expect
      .poll(
        async () => (await directory.owner.client.get(`${connectionsPath}/${id}`)).body.connection.groupRoles,
      )
      .toEqual([{ group: 'tills', roles: ['org-cashier'] }]);
    await dialog().getByRole('button', { name: 'Remove group 1' }).click();
    await press('Save options');
    await expect
      .poll(
        async () => (await directory.owner.client.get(`${connectionsPath}/${id}`)).body.connection.groupRoles,
      )
      .toEqual([]);
  });

  test('and the pages report no errors of their own', () => expect(faults).toEqual([]));
});
