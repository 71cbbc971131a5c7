import { started } from '@latchkey/server/testing/lifetime';
import { authorize, newApplication } from '@latchkey/server/testing/oidc';
import { inviteTo, newMember } from '@latchkey/server/testing/organizations';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, passOn, site, startBrowser } from './browser.ts';

const executable = findBrowser('several organizations in the console');

type Person = Pick<Awaited<ReturnType<typeof newUser>>, 'client'>;

describe.skipIf(!executable)('a person in several organizations', () => {
  const service = started(() =>
    startService({ env: { BASE_URL: site, ALLOW_SEVERAL_ORGANIZATIONS: 'true' } }),
  );
  const browser = started(() => startBrowser(executable ?? '', service.url));

  let seat: Awaited<ReturnType<typeof newPerson>> | undefined;
  async function pageOf({ client }: Person, path = '/'): Promise<{ page: Page; faults: string[] }> {
    seat ??= await newPerson(browser);
    await passOn(seat.page, client);
    seat.faults.length = 0;
    await seat.page.goto(path);
    return seat;
  }

  /** Owner of "First", their default, and then of the others. */
  async function newOwnerOf(...names: string[]) {
    const person = await newUser(service);
    await service.sql`UPDATE organizations SET name = 'First' WHERE id = ${person.organizationId}`;
    const ids: string[] = [];
    for (const name of names)
      ids.push((await person.client.post('/api/organizations', { name })).body.organization.id);
    return { ...person, ids };
  }

  const switcher = (page: Page, name: string) => page.getByRole('button', { name: `Organization: ${name}` });
  const switchTo = async (page: Page, from: string, to: RegExp) => {
    await switcher(page, from).click();
    await page.getByRole('menuitem', { name: to }).click();
  };

  test('switches in one tab, where everything is then of the other organization', async () => {
    const person = await newOwnerOf('Second');
    const mate = await newMember(service, person.organizationId, 'MEMBER');
    const { page, faults } = await pageOf(person, '/organization/members?page=1');
    await page.getByText(mate.email).waitFor();
    await switcher(page, 'First').press('Enter');
    await page.getByRole('menuitem', { name: 'First Owner · Default' }).waitFor();
    await page.getByRole('menuitem', { name: /^Second Owner/ }).press('Enter');
    await page.getByText('The people in Second.').waitFor();
    expect(await page.getByText(mate.email).count()).toBe(0);
    await page.goto('/organization');
    await page.getByRole('textbox', { name: 'Name' }).and(page.locator('[value="Second"]')).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Second to none');
    await page.getByRole('button', { name: 'Save' }).click();
    await switcher(page, 'Second to none').waitFor();
    const [first] = await service.sql`SELECT name FROM organizations WHERE id = ${person.organizationId}`;
    expect(first?.name).toBe('First');

    const otherTab = await page.context().newPage();
    await otherTab.goto('/organization');
    await otherTab.getByRole('textbox', { name: 'Name' }).and(otherTab.locator('[value="First"]')).waitFor();
    // What was typed in one organization isn't offered for the other.
    await otherTab.getByRole('textbox', { name: 'Name' }).fill('Typed in First');
    await switchTo(otherTab, 'First', /^Second to none/);
    await otherTab.locator('[value="Second to none"]').waitFor();
    expect(faults).toEqual([]);
  });

  test('sees which one each key acts in, makes another one the default, and creates one to work in', async () => {
    const person = await newOwnerOf('Second');
    const { page } = await pageOf(person, '/profile/api-keys');
    await switchTo(page, 'First', /^Second/);
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It acts in Second').waitFor();
    await dialog.getByLabel('Name').fill('Nightly');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row').filter({ hasText: 'Nightly' }).getByText('Second').waitFor();

    await switcher(page, 'Second').click();
    await page.getByRole('menuitem', { name: 'Make default' }).click();
    await page.getByText('Second is your default now.').waitFor();
    expect((await person.client.get('/api/auth/me')).body.organization.name).toBe('Second');
    await switcher(page, 'Second').click();
    await page.getByRole('menuitem', { name: 'Second Owner · Default' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Make default' }).count()).toBe(0);

    await page.getByRole('menuitem', { name: 'Create another' }).click();
    await dialog.getByLabel('Name').fill('x');
    await dialog.getByRole('button', { name: 'Create organization' }).click();
    await dialog.getByText('At least 2 characters.').waitFor();
    await dialog.getByLabel('Name').fill('Brand new');
    await dialog.getByRole('button', { name: 'Create organization' }).click();
    await switcher(page, 'Brand new').click();
    await page.getByRole('menuitem', { name: 'Second Owner · Default' }).waitFor();
  });

  test('is back in the default one, with a notice, when removed from the chosen one', async () => {
    const person = await newOwnerOf();
    const owner = await newUser(service);
    const { token } = await inviteTo(owner, person.email, 'ADMIN');
    await person.client.post(`/api/invites/${token}/accept`);
    await service.sql`UPDATE organizations SET name = 'Theirs' WHERE id = ${owner.organizationId}`;
    const { page } = await pageOf(person, '/organization/invites');
    await switchTo(page, 'First', /^Theirs Admin/);
    await switcher(page, 'Theirs').waitFor();
    await owner.client.delete(`/api/organizations/current/members/${person.id}`);
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByText('You no longer have access to the organization you chose in this tab.').waitFor();
    await page.getByText('The people in First.').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Dismiss' }).click();
    expect(await page.getByText('You no longer have access').count()).toBe(0);
  });

  test('leaves the chosen one and is back in the default one, without a warning', async () => {
    const person = await newOwnerOf('Second');
    const [second = ''] = person.ids;
    await newMember(service, second, 'OWNER');
    const { page } = await pageOf(person, '/organization/members');
    await switchTo(page, 'First', /^Second/);
    await page.getByText('The people in Second.').waitFor();
    await page.getByRole('row').filter({ hasText: person.email }).getByRole('button').last().click();
    await page.getByRole('menuitem', { name: 'Leave the organization' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByText('You left Second.').waitFor();
    await page.getByText('The people in First.').waitFor();
    expect(await page.getByText('You no longer have access').count()).toBe(0);
  });

  test('accepts an invitation to one more, and this tab shows it', async () => {
    const person = await newOwnerOf();
    const owner = await newUser(service);
    await service.sql`UPDATE organizations SET name = 'Inviting' WHERE id = ${owner.organizationId}`;
    const { token } = await inviteTo(owner, person.email);
    const { page, faults } = await pageOf(person, `/invite/${token}`);
    await page.getByText('You keep your place in First').waitFor();
    await page.getByRole('button', { name: `Join as ${person.email}` }).click();
    await switcher(page, 'Inviting').waitFor();
    await page.getByText('Your role here is Member.').waitFor();
    const otherTab = await page.context().newPage();
    await otherTab.goto('/');
    await switcher(otherTab, 'First').waitFor();
    expect(faults).toEqual([]);
  });

  test('chooses on the consent page which organization an application works with', async () => {
    const person = await newOwnerOf('Second');
    const application = await newApplication(service, { name: 'Reports', firstParty: false });
    const { query } = await authorize(person.client, application, { scope: 'openid organization' });
    const { page } = await pageOf(person, `/consent?request=${encodeURIComponent(query.request ?? '')}`);
    await page.getByLabel('Organization').selectOption({ label: 'Second' });
    const decided = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.getByRole('button', { name: 'Allow' }).click();
    const answer = await decided;
    expect(answer.request().postDataJSON().organizationId).toBe(person.ids[0]);
    expect(answer.status()).toBe(200);
    const { applications } = (await person.client.get('/api/users/profile/applications')).body;
    expect(applications).toHaveLength(1);
  });

  test('can sign out of a tab whose choice has ended', async () => {
    const person = await newOwnerOf('Second');
    const { page } = await pageOf(person);
    await switchTo(page, 'First', /^Second/);
    await switcher(page, 'Second').waitFor();
    await person.client.send('DELETE', '/api/organizations/current', {
      headers: { 'x-organization-id': person.ids[0] ?? '' },
    });
    await page.getByRole('button', { name: person.email }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => sessionStorage.getItem('latchkey_organization'))).toBeNull();
  });

  test('is shown to an ADMIN with all their organizations, who can remove them from one', async () => {
    const person = await newOwnerOf('Second');
    const [second = ''] = person.ids;
    const { page } = await pageOf(await newStaff(service, 'ADMIN'), `/admin/users?open=${person.id}`);
    const remove = page.getByRole('button', { name: 'Remove from Second' });
    await page.getByText('Owner · Default').waitFor();
    await remove.click();
    await page.getByRole('button', { name: 'Remove from organization' }).click();
    await page.getByText('An organization needs an OWNER.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await newMember(service, second, 'OWNER');
    await remove.click();
    await page.getByRole('button', { name: 'Remove from organization' }).click();
    await page.getByText('Removed from Second.').waitFor();
    await remove.waitFor({ state: 'detached' });
    expect((await person.client.get('/api/organizations')).body.organizations).toHaveLength(1);
  });
});

describe.skipIf(!executable)('where people belong to one organization', () => {
  const service = started(() => startService({ env: { BASE_URL: site } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));

  test('there is no switcher, and an invitation says to leave first', async () => {
    const person = await newUser(service);
    const { token } = await inviteTo(await newUser(service), person.email);
    const { page } = await newPerson(browser);
    await page
      .context()
      .addCookies([...person.client.cookies].map(([name, value]) => ({ name, value, url: site })));
    await page.goto('/organization');
    await page.getByRole('heading', { level: 1, name: 'Organization' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('button', { name: /^Organization:/ }).count()).toBe(0);
    await page.goto(`/invite/${token}`);
    await page.getByText('you can belong to only one organization').waitFor();
  });
});
