import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember } from '@latchkey/server/testing/organizations';
import { organizationPolicy, setPolicy } from '@latchkey/server/testing/policies';
import { newUser, newVerified, password, startService } from '@latchkey/server/testing/service';
import { connectionsPath } from '@latchkey/server/testing/sso';
import { nextCode } from '@latchkey/server/testing/two-factor';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, passOn, site, startBrowser, startFresh } from './browser.ts';

const executable = findBrowser('the first steps');

const steps = (page: Page) => page.getByRole('region', { name: 'First steps' });
const done = (page: Page, progress: string) => steps(page).getByText(`${progress} done`).waitFor();

describe.skipIf(!executable)('the first run of a service', () => {
  const service = started(startFresh);
  const browser = started(() => startBrowser(executable ?? '', service.url));

  test('leads from setup over two-factor to a list whose steps are done by themselves', async () => {
    const { page, faults } = await newPerson(browser, { baseURL: service.address });
    await page.goto('/');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.locator('input[autocomplete="new-password"]').fill(password);
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await page.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByAltText('QR code for your authenticator app').waitFor();
    const secret = ((await dialog.locator('code').first().textContent()) ?? '').replaceAll(/\s/g, '');
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByLabel('Digit 1 of 6').focus();
    await page.keyboard.type(nextCode(service, secret));
    await dialog.getByLabel('I saved these codes').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Continue to the first steps' }).click();
    await page.getByRole('heading', { level: 1, name: 'Welcome, Ada' }).waitFor();
    await done(page, '1 of 5');

    await steps(page).getByRole('button', { name: 'Send a test email' }).click();
    await steps(page).getByText('On its way').waitFor();
    await service.mails('ada@example.com');
    await done(page, '2 of 5');

    await steps(page).getByRole('link', { name: 'Register' }).click();
    await page.getByRole('button', { name: 'Register application' }).first().click();
    await dialog.getByLabel('Name').fill('Shop');
    await dialog.getByLabel('Redirect URIs', { exact: true }).fill('https://shop.example/callback');
    await dialog.getByRole('button', { name: 'Register application' }).click();
    await dialog.getByTestId('client-secret').waitFor();
    await page.goto('/');
    await done(page, '3 of 5');
    await steps(page).getByRole('link', { name: 'See its code' }).click();
    const [made] = await service.sql<{ clientId: string }[]>`SELECT client_id FROM applications`;
    await page
      .getByRole('dialog')
      .locator('pre')
      .getByText(made?.clientId ?? 'none')
      .first()
      .waitFor();

    const { client } = await newVerified(service);
    await page.goto('/');
    await done(page, '4 of 5');
    await client.post(connectionsPath, { kind: 'oidc', name: 'Acme login' });
    await page.reload();
    await page.getByText('Failed sign-ins').first().waitFor();
    expect(await steps(page).count()).toBe(0);
    expect(faults).toEqual([]);
  });
});

describe.skipIf(!executable)('the first steps of an OWNER', () => {
  const service = started(() => startService({ env: { BASE_URL: site } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));

  /** What the browser keeps stays. */
  async function becomes(page: Page, { cookies }: Client) {
    await page.context().clearCookies();
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: site })));
    await page.goto('/');
  }

  async function dashboardOf(client: Client) {
    const { page } = await newPerson(browser);
    await passOn(page, client);
    await page.goto('/');
    return page;
  }

  test('take the place of zeros, and are done by themselves', async () => {
    const { client } = await newVerified(service);
    const page = await dashboardOf(client);
    await done(page, '0 of 3');
    expect(await page.getByRole('region', { name: 'Sign-ins' }).count()).toBe(0);
    await client.post('/api/organizations/current/invites', { email: 'jo@example.com' });
    await setPolicy(client, organizationPolicy, { idleMinutes: 60 });
    await page.reload();
    await done(page, '2 of 3');
    await client.post(connectionsPath, { kind: 'oidc', name: 'Acme login' });
    await page.reload();
    await page.getByText('Only you, so far').waitFor();
    expect(await steps(page).count()).toBe(0);
  });

  test('stay dismissed, and the heading has the focus', async () => {
    const { client } = await newUser(service, { firstName: 'Mia' });
    const page = await dashboardOf(client);
    await steps(page).getByRole('button', { name: 'Dismiss the first steps' }).press('Enter');
    await page.getByText('Only you, so far').waitFor();
    await page.locator('h1:focus').waitFor();
    await page.reload();
    await page.getByText('Only you, so far').waitFor();
    expect(await steps(page).count()).toBe(0);
  });

  test('are not for those who join, nor is what they dismissed gone for others in the same browser', async () => {
    const owner = await newUser(service);
    const { body } = await owner.client.get('/api/organizations/current');
    const member = await newMember(service, body.organization.id, 'MEMBER');
    const page = await dashboardOf(owner.client);
    await steps(page).getByRole('button', { name: 'Dismiss the first steps' }).click();
    await page.getByText('Failed sign-ins').first().waitFor();
    const other = await newUser(service, { firstName: 'Noa' });
    await becomes(page, other.client);
    await done(page, '0 of 3');
    await becomes(page, member.client);
    await page.getByText('See members').waitFor();
    expect(await steps(page).count()).toBe(0);
  });
});
