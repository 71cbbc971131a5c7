import { started } from '@latchkey/server/testing/lifetime';
import { newMember } from '@latchkey/server/testing/organizations';
import { createPerson, holdDomain, scimPath } from '@latchkey/server/testing/scim';
import { clientFor, newUser, startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, newPerson, site, startBrowser } from './browser.ts';

const executable = findBrowser('the journey of a directory');

describe.skipIf(!executable)('an OWNER connects a directory', () => {
  const service = started(startService);
  const browser = started(() => startBrowser(executable ?? '', service.url));
  let page: Page;
  let faults: string[];
  let owner: Awaited<ReturnType<typeof newUser>>;
  let domain = '';
  let secret = '';

  const signIn = async (who: Page, cookies: Map<string, string>) =>
    who.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: site })));
  const bySecret = () => {
    const client = service.client();
    client.bearer = secret;
    return client;
  };

  beforeAll(async () => {
    ({ page, faults } = await newPerson(browser));
    owner = await newUser(service);
    domain = await holdDomain(service, owner.organizationId);
    await signIn(page, owner.client.cookies);
  });

  test('they create a token by keyboard, and its secret is shown once beside the base URL', async () => {
    await page.goto('/');
    await page.getByRole('navigation').getByRole('link', { name: 'Directory' }).click();
    await page.getByText('No directory is connected').waitFor();
    await page.getByRole('button', { name: 'Create token' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Description').fill('Entra ID');
    await dialog.getByLabel('Description').press('Enter');
    secret = (await page.getByTestId('scim-token').textContent()) ?? '';
    expect(secret).toMatch(/^lsd_[\w-]{43}$/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row').filter({ hasText: 'Entra ID' }).waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(await page.getByTestId('scim-base-url').textContent()).toBe(`${site}/api/scim/v2`);
    expect((await bySecret().get(`${scimPath}/Users`)).status).toBe(200);
  });

  test('they map a group that the directory sent, and read what it was refused', async () => {
    const { body } = await createPerson(bySecret(), { userName: `ada@${domain}` });
    await bySecret().post(`${scimPath}/Groups`, { displayName: 'Leads', members: [{ value: body.id }] });
    await createPerson(bySecret(), { userName: 'eve@elsewhere.example' });
    await page.reload();
    await page
      .getByRole('row')
      .filter({ hasText: 'Create a person' })
      .getByText('must be in a domain')
      .waitFor();
    await page.getByRole('button', { name: 'Make admins: Leads' }).click();
    await page.getByRole('dialog').getByText('1 person in Leads').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Make admins' }).click();
    await page.getByRole('row').filter({ hasText: 'Leads' }).getByText('Admin', { exact: true }).waitFor();
    const { members } = (await owner.client.get('/api/organizations/current/members')).body;
    const ranks = members.map((member: { id: string; organizationRole: string }) => [
      member.id,
      member.organizationRole,
    ]);
    expect(ranks).toContainEqual([body.id, 'ADMIN']);
  });

  test('an ADMIN reads all of it and changes nothing', async () => {
    const admin = await newMember(service, owner.organizationId, 'ADMIN');
    const other = await newPerson(browser);
    await signIn(other.page, admin.client.cookies);
    await other.page.goto('/organization/directory');
    await other.page.getByRole('row').filter({ hasText: 'Entra ID' }).waitFor();
    await other.page.getByRole('row').filter({ hasText: 'Leads' }).waitFor();
    for (const name of [/Create token/, /^Revoke/, /Remove admin/])
      expect(await other.page.getByRole('button', { name }).count()).toBe(0);
    expect(other.faults).toEqual([]);
  });

  test('a person whom it manages is told that they can not delete their account', async () => {
    const { body } = await createPerson(bySecret(), { userName: `grace@${domain}` });
    const other = await newPerson(browser);
    await signIn(other.page, (await clientFor(service, body.id)).cookies);
    await other.page.goto('/profile');
    await other.page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = other.page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(`grace@${domain}`);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    const card = other.page.getByRole('region', { name: 'Delete account' });
    await card.getByText('directory manages this account').waitFor();
    expect(await other.page.getByRole('button', { name: 'Delete account' }).count()).toBe(0);
  });

  test('they revoke the token, told what that means, and the directory is out', async () => {
    await page.getByRole('button', { name: 'Revoke Entra ID' }).click();
    await page.getByRole('dialog').getByText('the directory is disconnected').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('No directory is connected').waitFor();
    expect((await bySecret().get(`${scimPath}/Users`)).status).toBe(401);
    expect(faults).toEqual([]);
  });
});
