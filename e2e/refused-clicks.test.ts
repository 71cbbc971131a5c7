import { addDomain } from '@latchkey/server/testing/domains';
import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { startZone } from '@latchkey/server/testing/zone';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, passOn, site, startBrowser } from './browser.ts';

const executable = findBrowser('what a refused click leaves');

describe.skipIf(!executable)('a click that is refused', () => {
  const zone = started(startZone);
  const service = started(() => startService({ env: { BASE_URL: site, DNS_SERVERS: zone.server } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));

  async function openAs(client: Awaited<ReturnType<typeof newUser>>['client'], path: string) {
    const { page } = await newPerson(browser);
    await passOn(page, client);
    await page.goto(path);
    return page;
  }

  const hasFocus = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((button) => button === document.activeElement);

  test('keeps the focus, and a check of a domain tells what was looked up and found', async () => {
    const owner = await newUser(service);
    const domain = await addDomain(owner);
    const page = await openAs(owner.client, '/organization/sso');
    await page.getByRole('button', { name: new RegExp(`^${domain.name}`) }).click();
    await page.getByText('Not checked yet').waitFor();
    const check = page.getByRole('button', { name: 'Check now' });
    await check.press('Enter');
    const note = page.getByRole('alert');
    await note.getByText(`We looked up the TXT records of ${domain.record.name} and found none.`).waitFor();
    await page.getByText(/^Last checked/).waitFor();
    expect(await page.getByText(/never/).count()).toBe(0);
    expect(await hasFocus(page, 'Check now')).toBe(true);

    zone.publish({ ...domain.record, value: 'v=spf1 -all' });
    await check.press('Enter');
    await note.getByText('and found only:').waitFor();
    await note.getByText('v=spf1 -all').waitFor();
    expect(await hasFocus(page, 'Check now')).toBe(true);
  });

  test('ignores a second press while the first waits for its answer', async () => {
    const owner = await newUser(service);
    const domain = await addDomain(owner);
    const page = await openAs(owner.client, '/organization/sso');
    await page.getByRole('button', { name: new RegExp(`^${domain.name}`) }).click();
    let asked = 0;
    let answer = () => {};
    const held = new Promise<void>((go) => {
      answer = go;
    });
    await page.route('**/verify', async (route) => {
      asked += 1;
      await held;
      await route.continue();
    });
    const check = page.getByRole('button', { name: 'Check now' });
    await check.press('Enter');
    await page.locator('button[aria-disabled="true"]', { hasText: 'Check now' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    answer();
    await page.getByRole('alert').waitFor();
    expect(asked).toBe(1);
  });

  test('asks for a proof in the words of what is being done, and gives the focus back', async () => {
    const admin = await newStaff(service, 'ADMIN');
    service.clock.advance({ minutes: 11 });
    const page = await openAs(admin.client, '/admin/applications');
    await page.getByRole('button', { name: 'Register application' }).first().click();
    const form = page.getByRole('dialog', { name: 'Register an application' });
    await form.getByLabel('Name').fill('Heron');
    await form.getByLabel('Redirect URI').first().fill('https://heron.example/callback');
    await form.getByRole('button', { name: 'Register application' }).press('Enter');
    const asking = page.getByRole('dialog', { name: "Confirm it's you" });
    await asking.getByText('Applications sign people in with this service').waitFor();
    expect(await asking.getByText('your own account').count()).toBe(0);
    await page.keyboard.press('Escape');
    await asking.waitFor({ state: 'detached' });
    expect(
      await form
        .getByRole('button', { name: 'Register application' })
        .evaluate((button) => button === document.activeElement),
    ).toBe(true);
  });

  test('asks about one’s own account where it is that', async () => {
    const person = await newUser(service);
    service.clock.advance({ minutes: 11 });
    const page = await openAs(person.client, '/profile');
    await page.getByRole('region', { name: 'Your data' }).getByRole('button', { name: 'Download' }).click();
    const asking = page.getByRole('dialog', { name: "Confirm it's you" });
    await asking.getByText('This concerns your own account').waitFor();
  });
});
