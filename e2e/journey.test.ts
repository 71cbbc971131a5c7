import { started } from '@latchkey/server/testing/lifetime';
import { startOpenIdProvider } from '@latchkey/server/testing/oauth/openid';
import { newStaff, password, startService } from '@latchkey/server/testing/service';
import { nextCode, wrongCode } from '@latchkey/server/testing/two-factor';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { choosePassword, findBrowser, newPerson, site, startBrowser } from './browser.ts';

const executable = findBrowser('the journeys in a browser');

/** One story, told in order: each test continues where the one before it stopped. */
describe.skipIf(!executable)('a team gets started', () => {
  const provider = started(startOpenIdProvider);
  const service = started(() => startService({ env: provider.environment }));
  const browser = started(() => startBrowser(executable ?? '', service.url));
  let ada: Page;
  let admin: Page;
  let staff: Awaited<ReturnType<typeof newStaff>>;
  const faults: string[] = [];
  const secrets = { ada: '' };
  const email = { ada: 'ada@example.com', grace: 'grace@example.com', linus: 'linus@example.com' };

  const person = async () => {
    const { page, faults: own } = await newPerson(browser);
    own.push = (...found) => faults.push(...found);
    return page;
  };
  const linkFor = async (address: string) =>
    /^http:\/\/latchkey\.test\/\S+$/m.exec((await service.mails(address)).at(-1)?.text ?? '')?.[0] ??
    'no link';
  const heading = (page: Page, name: string | RegExp) =>
    page.getByRole('heading', { level: 1, name }).waitFor();
  const fillRegistration = async (page: Page, first: string, address?: string) => {
    await page.getByLabel('First name').fill(first);
    if (address) await page.getByLabel('Email').fill(address);
    await choosePassword(page);
    await page.locator('input[autocomplete="new-password"]').fill(password);
  };
  const signIn = async (page: Page, address: string, given = password) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(address);
    await page.getByLabel('Password', { exact: true }).fill(given);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const typeCode = async (page: Page, secret: string) => {
    await page.getByLabel('Digit 1 of 6').click();
    await page.keyboard.type(nextCode(service, secret));
  };

  beforeAll(async () => {
    ada = await person();
  });

  test('Ada registers with a new organization, is signed in, and is told to check their email', async () => {
    await ada.goto('/register');
    await fillRegistration(ada, 'Ada', email.ada);
    const organization = ada.getByLabel('Organization name');
    expect(await organization.getAttribute('required')).not.toBeNull();
    await organization.fill('Analytical Engines');
    await ada.getByRole('button', { name: 'Create account' }).click();
    await heading(ada, 'Welcome, Ada');
    await ada.getByText('Follow the link we emailed you.').waitFor();
  });

  test('Ada follows the link, and their email address is verified', async () => {
    await ada.goto(await linkFor(email.ada));
    await heading(ada, 'Your email is verified');
    expect(ada.url()).not.toContain('token');
  });

  test('Ada sets up two-factor in three steps and saves the backup codes', async () => {
    await ada.goto('/profile/security');
    await ada.getByRole('button', { name: 'Set up' }).click();
    const dialog = ada.getByRole('dialog');
    await dialog.getByAltText('QR code for your authenticator app').waitFor();
    secrets.ada = ((await dialog.locator('code').first().textContent()) ?? '').replaceAll(/\s/g, '');
    await dialog.getByRole('button', { name: 'Next' }).click();
    // A wrong code makes room for the next, and the sixth digit submits.
    const first = dialog.getByLabel('Digit 1 of 6');
    await first.focus();
    await ada.keyboard.type(wrongCode(secrets.ada, service.clock.now()));
    await dialog.getByText('The code is wrong or was already used. Enter a new one.').waitFor();
    await expect.poll(() => first.inputValue()).toBe('');
    await expect.poll(() => first.evaluate((field) => field === document.activeElement)).toBe(true);
    await typeCode(ada, secrets.ada);
    await dialog.getByText('Keep these somewhere safe').waitFor();
    expect(await dialog.locator('li').count()).toBe(10);
    await dialog.getByLabel('I saved these codes').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await ada.getByText('On', { exact: true }).waitFor();
  });

  test('Ada is asked for a code at the next sign-in', async () => {
    await ada.context().clearCookies();
    await signIn(ada, email.ada);
    await ada.getByLabel('Digit 1 of 6').waitFor();
    await typeCode(ada, secrets.ada);
    await heading(ada, 'Welcome, Ada');
  });

  test('Ada creates an API key, which is shown once and works', async () => {
    await ada.goto('/profile/api-keys');
    await ada.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = ada.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Nightly export');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = (await dialog.getByTestId('new-key').textContent()) ?? '';
    // Neither Escape nor a click elsewhere throws it away, and the keyboard is where it can be copied.
    const copying = dialog.getByRole('button', { name: 'Copy' });
    await expect.poll(() => copying.evaluate((button) => button === document.activeElement)).toBe(true);
    await ada.keyboard.press('Escape');
    await ada.mouse.click(5, 5);
    expect(await dialog.getByRole('button').allTextContents()).toEqual([
      expect.stringMatching(/^Copy/),
      'Done',
    ]);
    expect(await dialog.getByTestId('new-key').textContent()).toBe(key);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await ada.getByText('Nightly export').waitFor();
    expect(await ada.getByText(key).count()).toBe(0);
    const client = service.client();
    client.bearer = key;
    expect((await client.get('/api/auth/me')).body.user.email).toBe(email.ada);
  });

  test('Ada invites Grace, who follows the emailed link, registers and becomes a member', async () => {
    await ada.goto('/organization/invites');
    await ada.getByRole('button', { name: 'Invite people' }).first().click();
    const dialog = ada.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Email addresses' }).fill(email.grace);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.waitFor({ state: 'detached' });

    const grace = await person();
    await grace.goto(await linkFor(email.grace));
    await heading(grace, 'Join Analytical Engines');
    await grace.getByRole('link', { name: 'Create an account' }).click();
    await fillRegistration(grace, 'Grace');
    await grace.getByRole('button', { name: 'Create account' }).click();
    await heading(grace, 'Welcome, Grace');

    await ada.goto('/organization/members');
    await ada.getByText(email.grace).waitFor();
  });

  test('an ADMIN impersonates Grace with a banner on every page, then stops', async () => {
    admin = await person();
    staff = await newStaff(service, 'ADMIN');
    await admin
      .context()
      .addCookies([...staff.client.cookies].map(([name, value]) => ({ name, value, url: site })));
    await admin.goto('/admin/users');
    await admin.getByLabel('Search name, email or username').fill('grace');
    await admin.getByRole('link', { name: 'Grace' }).click();
    await admin.getByRole('button', { name: 'Impersonate' }).click();
    const asking = admin.getByRole('dialog', { name: 'Impersonate Grace' });
    await asking.getByLabel('Reason').fill('Too short');
    await asking.getByRole('button', { name: 'Impersonate' }).click();
    await asking.getByText('At least 10 characters.').waitFor();
    await asking.getByLabel('Reason').fill('Ticket 4711: invoices are missing');
    await asking.getByRole('button', { name: 'Impersonate' }).click();
    await heading(admin, 'Welcome, Grace');
    await admin.getByText(`${staff.email} acting as Grace`).waitFor();
    await admin.goto('/profile/security');
    await admin.getByText(`${staff.email} acting as Grace`).waitFor();
    expect(await admin.getByRole('button', { name: 'Set up' }).isDisabled()).toBe(true);
    await admin.getByRole('button', { name: 'Stop impersonating' }).click();
    await admin.getByText('acting as').waitFor({ state: 'detached' });
    // Back where it began: on the page of the user.
    await admin.getByRole('button', { name: 'Impersonate' }).waitFor();
    await heading(admin, 'Grace');
    const audit = await service.audit();
    expect(audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['ADMIN_IMPERSONATION_START', 'ADMIN_IMPERSONATION_END']),
    );
  });

  test('the audit log shows Ada what happened, and can be exported as a CSV file', async () => {
    await ada.goto('/admin/audit-logs');
    const words = ['Invitation sent', 'API key created', 'Two-factor turned on', 'Invitation accepted'];
    for (const action of words)
      await ada.getByRole('table').getByText(action, { exact: true }).first().waitFor();
    await ada.getByLabel('Search user email').fill('grace');
    await ada.waitForURL(/userEmail=grace/);
    await ada.getByRole('table').getByText('API key created', { exact: true }).waitFor({ state: 'detached' });
    const download = ada.waitForEvent('download');
    await ada.getByRole('button', { name: 'Export CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^audit-logs-\d{4}-\d{2}-\d{2}\.csv$/);
    await ada.goBack();
    await ada.goForward();
    expect(await ada.getByLabel('Search user email').inputValue()).toBe('grace');
  });

  test('an audit log left open overnight shows the new day', async () => {
    const tab = await person();
    await tab.context().addCookies(await ada.context().cookies());
    await tab.clock.install();
    await tab.goto('/admin/audit-logs');
    const lastDay = tab.getByLabel('To', { exact: true });
    const today = new Date(await lastDay.inputValue());
    await tab.clock.fastForward('24:00:00');
    const tomorrow = new Date(today.getTime() + 86_400_000).toISOString().slice(0, 10);
    await tab.locator(`input[type="date"][value="${tomorrow}"]`).waitFor();
    expect(await lastDay.inputValue()).toBe(tomorrow);
  });

  test('an ADMIN finds the organization and sees its users, each with their organization', async () => {
    await admin.goto('/admin/organizations');
    await admin.getByLabel('Search name or slug').fill('analytical');
    await admin.waitForURL(/search=analytical/);
    const row = admin.getByRole('row').filter({ hasText: 'Analytical Engines' });
    await row.getByRole('cell', { name: email.ada }).waitFor();
    await row.getByRole('cell', { name: '2', exact: true }).waitFor();
    await row.getByRole('link', { name: 'Analytical Engines' }).click();
    await heading(admin, 'Analytical Engines');
    await admin.getByRole('link', { name: 'See all' }).first().click();
    await heading(admin, 'Users');
    await admin.getByRole('row').filter({ hasText: email.grace }).getByText('Analytical Engines').waitFor();
    expect(await admin.getByRole('table').getByText(staff.email).count()).toBe(0);
    await admin.getByRole('link', { name: 'Grace' }).click();
    await heading(admin, 'Grace');
    await admin.getByText('Analytical Engines · Member').waitFor();
  });

  test('an ADMIN saves public and private metadata for Grace', async () => {
    await admin.getByLabel('Public').fill('{"plan": ');
    await admin.getByRole('button', { name: 'Save metadata' }).click();
    await admin.getByText('Write a JSON object').waitFor();
    await admin.getByLabel('Public').fill('{"plan": "pro"}');
    await admin.getByLabel('Private').fill('{"customer": "c-1"}');
    await admin.getByRole('button', { name: 'Save metadata' }).click();
    await admin.getByText('Metadata saved.').waitFor();
    const [kept] = await service.sql`
      SELECT public_metadata, private_metadata FROM users WHERE email = ${email.grace}`;
    expect(kept).toEqual({ publicMetadata: { plan: 'pro' }, privateMetadata: { customer: 'c-1' } });
  });

  test('Grace gets locked out, sees for how long, requests a link and gets back in', async () => {
    const grace = await person();
    const wrong = { email: email.grace, password: 'Wrong-Horse-7' };
    for (let attempt = 1; attempt <= 4; attempt++) await service.client().post('/api/auth/login', wrong);
    await signIn(grace, wrong.email, wrong.password);
    await grace.getByText('This account is locked').waitFor();
    await grace.getByText(/unlocks in/).waitFor();
    await grace.getByRole('link', { name: 'Unlock it by email' }).click();
    await grace.getByRole('button', { name: /link/i }).click();
    await grace.getByText(/on its way/).waitFor();
    await grace.goto(await linkFor(email.grace));
    await heading(grace, 'Your account is unlocked');
    await signIn(grace, email.grace);
    await heading(grace, 'Welcome, Grace');
  });

  test('Linus signs in through an OpenID provider and creates their own organization', async () => {
    provider.people.set('linus', {
      email: email.linus,
      email_verified: true,
      given_name: 'Linus',
      family_name: 'T',
    });
    const linus = await person();
    await linus.goto('/login');
    await linus.getByRole('link', { name: 'Continue with Google' }).click();
    await linus.getByPlaceholder('Enter any login').fill('linus');
    await linus.getByPlaceholder('and password').fill('anything');
    await linus.getByRole('button', { name: 'Sign-in' }).click();
    const consent = linus.getByRole('button', { name: 'Continue' });
    if (await consent.isVisible().catch(() => false)) await consent.click();
    await heading(linus, 'Almost there');
    await linus.getByText(email.linus).waitFor();
    await linus.getByLabel('Organization name').fill('Kernel Works');
    await linus.getByRole('button', { name: 'Create the account' }).click();
    await heading(linus, 'Welcome, Linus');
    await linus.goto('/profile/security');
    await linus.getByRole('button', { name: 'Unlink Google' }).waitFor();
  });

  test('a session ended elsewhere leads to the sign-in page, then back to the requested page', async () => {
    await ada.goto('/organization/members');
    await service.sql`DELETE FROM sessions`;
    await ada.goto('/profile/api-keys');
    await heading(ada, 'Sign in');
    await ada.getByLabel('Email').fill(email.ada);
    await ada.getByLabel('Password', { exact: true }).fill(password);
    await ada.getByRole('button', { name: 'Sign in' }).click();
    await typeCode(ada, secrets.ada);
    await heading(ada, 'API keys');
  });

  test('no page reports an error of its own', () => {
    expect(faults).toEqual([]);
  });
});
