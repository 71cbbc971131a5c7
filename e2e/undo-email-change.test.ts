import { newUser, startService, type TestService } from '@latchkey/server/testing/service';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, newPerson, startBrowser } from './browser.ts';

const executable = findBrowser('undoing an email change in a browser');

describe.skipIf(!executable)('the page that undoes an email change', () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startService();
    browser = await startBrowser(executable ?? '', service.url);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  test('changes nothing when opened; its button restores the old address, but only once', async () => {
    const { client, email, id } = await newUser(service);
    await client.post('/api/users/profile', { email: `taken-${email}` });
    const token = await service.mailedToken(email);
    const { page, faults } = await newPerson(browser);
    await page.goto(`/undo-email-change?token=${token}`);
    await page.getByRole('heading', { level: 1, name: 'Undo the email change' }).waitFor();
    expect(page.url()).not.toContain('token');
    expect((await client.get('/api/auth/me')).body.user.email).toBe(`taken-${email}`);

    await page.getByRole('button', { name: 'Restore my old address' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your old address is restored' }).waitFor();
    const [user] = await service.sql`SELECT email FROM users WHERE id = ${id}`;
    expect(user?.email).toBe(email);
    expect(faults).toEqual([]);

    await page.goto(`/undo-email-change?token=${token}`);
    await page.getByRole('button', { name: 'Restore my old address' }).click();
    await page.getByText('This link no longer works').waitFor();
  });
});
