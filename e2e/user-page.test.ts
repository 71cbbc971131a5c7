import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, newVerified, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, passOn, site, startBrowser } from './browser.ts';

const executable = findBrowser('the page of a user');

describe.skipIf(!executable)('the page of a user', () => {
  const service = started(() => startService({ env: { BASE_URL: site } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));

  async function openAs(client: Awaited<ReturnType<typeof newUser>>['client'], path: string) {
    const { page } = await newPerson(browser);
    await passOn(page, client);
    await page.goto(path);
    return page;
  }

  test('takes a stolen account back: ends its sessions, mails a reset, and shows that in its history', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const person = await newVerified(service, { firstName: 'Vera' });
    const page = await openAs(admin.client, `/admin/users?search=${person.email}`);
    await page.getByRole('link', { name: /^Vera/ }).click();
    await page.getByRole('heading', { name: 'Vera', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/admin/users/${person.id}`);
    await page.getByText(person.id).waitFor();
    await page.getByRole('button', { name: 'End all sessions' }).click();
    const asking = page.getByRole('dialog', { name: 'End all sessions of Vera?' });
    await asking.getByRole('button', { name: 'End all sessions' }).click();
    await page.getByText('Not signed in anywhere').waitFor();
    expect((await person.client.get('/api/auth/me')).status).toBe(401);
    await page.getByRole('button', { name: 'Email a reset link' }).click();
    await page.getByText('We emailed them a link to choose a new password.').first().waitFor();
    expect((await service.mails(person.email)).at(-1)?.subject).toBe('Reset your password');
    const history = page.getByRole('table', { name: 'Latest events' });
    await history.getByText('All sessions ended').first().waitFor();
  });

  test('shows the time of its latest events beside a long address, at 1280 pixels', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const email = `${'long-'.repeat(11)}address@a-company-with-a-long-name.example`;
    const person = await newUser(service, { email });
    const page = await openAs(admin.client, `/admin/users/${person.id}`);
    const history = page.getByRole('table', { name: 'Latest events' });
    await history.getByText('Account created').first().waitFor();
    const time = await history.getByRole('row').nth(1).getByRole('cell').last().boundingBox();
    const card = await page.getByRole('region', { name: 'Latest events' }).boundingBox();
    expect((time?.x ?? 0) + (time?.width ?? 0)).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0) + 1);
    expect(time?.width).toBeGreaterThan(40);
  });

  test('opens for an account that was just created, which a taken address refuses at its field', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const page = await openAs(admin.client, '/admin/users');
    await page.getByRole('button', { name: 'Create user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create user' });
    await dialog.getByLabel('Email').fill(admin.email);
    await page.keyboard.press('Enter');
    await dialog.getByText(/already exists/).waitFor();
    await dialog.getByLabel('Email').fill('new.person@example.com');
    await dialog.getByLabel('First name').fill('Nia');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Nia', level: 1 }).waitFor();
    expect((await service.mails('new.person@example.com')).map(({ subject }) => subject)).toEqual([
      'Your account is ready',
    ]);
  });

  test('is where a link to the list with the user open leads', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const person = await newUser(service, { firstName: 'Otto' });
    const page = await openAs(admin.client, `/admin/users?open=${person.id}`);
    await page.getByRole('heading', { name: 'Otto', level: 1 }).waitFor();
    await page.goBack();
    expect(page.url()).not.toContain('open=');
  });

  test('leads to their organization, and its page back to them', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const person = await newUser(service, { firstName: 'Ona', organizationName: 'Heron Works' });
    const page = await openAs(admin.client, `/admin/users/${person.id}`);
    await page.getByRole('link', { name: 'Heron Works' }).click();
    await page.getByRole('heading', { name: 'Heron Works', level: 1 }).waitFor();
    await page.getByRole('table', { name: 'Members' }).getByRole('link', { name: 'Ona' }).click();
    await page.getByRole('heading', { name: 'Ona', level: 1 }).waitFor();
  });

  test('shows the log of all organizations to an ADMIN, and one user’s from there', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const person = await newUser(service);
    const page = await openAs(admin.client, '/admin/audit-logs');
    const log = page.getByRole('table', { name: 'Audit log' });
    await log.getByRole('link', { name: person.email }).first().click();
    await page.getByRole('heading', { name: 'Latest events' }).waitFor();
    await page.getByRole('link', { name: 'See all' }).first().click();
    await page.getByRole('button', { name: 'Show all users again' }).waitFor();
    expect(await log.getByText(admin.email).count()).toBe(0);
    await page.getByRole('button', { name: 'Show all users again' }).click();
    await log.getByText(admin.email).first().waitFor();
  });
});
