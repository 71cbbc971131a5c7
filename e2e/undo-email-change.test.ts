import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, passOn, startBrowser } from './browser.ts';

const executable = findBrowser('undoing an email change and a deletion in a browser');

describe.skipIf(!executable)('a page behind a mailed link', () => {
  const service = started(startService);
  const browser = started(() => startBrowser(executable ?? '', service.url));

  let seat: Awaited<ReturnType<typeof newPerson>> | undefined;
  const open = async (client?: Client) => {
    seat ??= await newPerson(browser);
    await passOn(seat.page, client);
    seat.faults.length = 0;
    return seat;
  };

  /** A user with a verified address who asked for another, and the token that undoes it. */
  const askToMove = async () => {
    const person = await newUser(service);
    const { client, email } = person;
    await client.post('/api/auth/verify-email', { token: await service.mailedToken(email) });
    await client.post('/api/users/profile', { email: `next-${email}` });
    return { ...person, next: `next-${email}`, token: await service.mailedToken(email) };
  };
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const undo = (page: Page) => page.getByRole('button', { name: 'Keep my old address' }).click();
  const emailOf = async (id: string) =>
    (await service.sql<{ email: string }[]>`SELECT email FROM users WHERE id = ${id}`)[0]?.email;

  test('changes nothing when opened; its button cancels a pending change and ends no session', async () => {
    const { client, email, token } = await askToMove();
    const { page, faults } = await open();
    await page.goto(`/undo-email-change?token=${token}`);
    await heading(page, 'Undo the email change');
    expect(page.url()).not.toContain('token');
    expect((await client.get('/api/auth/me')).body.pendingEmail).toBe(`next-${email}`);

    await undo(page);
    await heading(page, 'The change is canceled');
    const me = await client.get('/api/auth/me');
    expect([me.status, me.body.user.email, me.body.pendingEmail]).toEqual([200, email, null]);
    expect(faults).toEqual([]);
  });

  test('restores the old address after the change, ends every session and mails a reset link, but only once', async () => {
    const { client, email, id, next, token } = await askToMove();
    await client.post('/api/auth/verify-email', { token: await service.mailedToken(next) });
    expect(await emailOf(id)).toBe(next);
    const { page, faults } = await open();
    await page.goto(`/undo-email-change?token=${token}`);
    await undo(page);
    await heading(page, 'Your old address is restored');
    expect(await emailOf(id)).toBe(email);
    expect((await client.get('/api/auth/me')).status).toBe(401);
    expect((await service.mails(email)).at(-1)?.text).toContain('/reset-password?token=');
    expect(faults).toEqual([]);

    await page.goto(`/undo-email-change?token=${token}`);
    await undo(page);
    await page.getByText('This link no longer works').waitFor();
  });

  test('says that an address that was never verified can only cancel', async () => {
    const { client, email, id } = await newUser(service);
    await client.post('/api/users/profile', { email: `next-${email}` });
    const token = await service.mailedToken(email);
    await client.post('/api/auth/verify-email', { token: await service.mailedToken(`next-${email}`) });
    const { page } = await open();
    await page.goto(`/undo-email-change?token=${token}`);
    await undo(page);
    await page.getByText('This link no longer works').waitFor();
    await page.getByText("An address that was never verified can't be restored.").waitFor();
    expect(await emailOf(id)).toBe(`next-${email}`);
  });

  test('keeps an account that its owner asked to delete, who then signs in again', async () => {
    const { client, email } = await newUser(service);
    const { page, faults } = await open(client);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(email);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await heading(page, "You're signed out");
    await page.getByText(/Your account will be deleted on/).waitFor();
    expect((await client.get('/api/auth/me')).status).toBe(401);

    const token = await service.mailedToken(email);
    await page.goto(`/cancel-deletion?token=${token}`);
    await heading(page, 'Keep your account');
    expect(page.url()).not.toContain('token');
    await page.getByRole('button', { name: 'Keep my account' }).click();
    await heading(page, 'Deletion canceled');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('navigation').first().waitFor();
    expect(faults).toEqual([]);

    await page.goto(`/cancel-deletion?token=${token}`);
    await page.getByRole('button', { name: 'Keep my account' }).click();
    await page.getByText('This link no longer works').waitFor();
  });
});
