import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { takePassword } from '@latchkey/server/testing/standing';
import { newEnrolled, nextCode } from '@latchkey/server/testing/two-factor';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, passOn, site, startBrowser } from './browser.ts';

const executable = findBrowser('verifying and changing addresses in a browser');

describe.skipIf(!executable)('an address belongs to its mailbox', () => {
  const service = started(() => startService({ env: { ENABLE_EMAIL_LOGIN: 'true' } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));
  const faults: string[] = [];

  let seat: Page | undefined;
  /** A browser, signed in as a client's user if there is one. */
  const open = async (client?: Client): Promise<Page> => {
    if (!seat) {
      const { page, faults: own } = await newPerson(browser);
      own.push = (...found) => faults.push(...found);
      seat = page;
    }
    await passOn(seat, client);
    return seat;
  };
  const heading = (page: Page, name: string | RegExp) =>
    page.getByRole('heading', { level: 1, name }).waitFor();
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const verifyLink = async (email: string) => `/verify-email?token=${await service.mailedToken(email)}`;
  const enterPassword = async (page: Page, given = password) => {
    await page.getByLabel('Password', { exact: true }).fill(given);
    await press(page, 'Verify and sign in');
  };
  const userOf = async (id: string) => {
    const [user] = await service.sql`
      SELECT email, email_verified_at IS NOT NULL AS verified FROM users WHERE id = ${id}`;
    return user;
  };
  /** A user whose address is verified. */
  const newVerified = async () => {
    const person = await newUser(service, { firstName: 'Vera' });
    const token = await service.mailedToken(person.email);
    const verified = await person.client.post('/api/auth/verify-email', { token });
    expect(verified.status).toBe(200);
    return person;
  };

  describe('the page that verifies an address', () => {
    test('verifies at once where the account is signed in, and says so again after a reload', async () => {
      const { client, email, id } = await newUser(service);
      const page = await open(client);
      await page.goto(await verifyLink(email));
      await heading(page, 'Your email is verified');
      expect(page.url()).toBe(`${site}/verify-email`);
      expect(await userOf(id)).toEqual({ email, verified: true });
      await page.reload();
      await page.getByText(`You already confirmed ${email}.`).waitFor();
    });

    test('elsewhere asks for the password, then verifies and signs in without a further step', async () => {
      const { email, id } = await newUser(service, { firstName: 'Ada' });
      const page = await open();
      await page.goto(await verifyLink(email));
      expect(await page.getByLabel('Email').inputValue()).toBe(email);
      const field = page.getByLabel('Password', { exact: true });
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
      expect((await userOf(id))?.verified).toBe(false);
      await page.keyboard.type(password);
      await page.keyboard.press('Enter');
      await heading(page, 'Your email is verified');
      expect(await userOf(id)).toEqual({ email, verified: true });
      await page.keyboard.press('Enter');
      await heading(page, 'Welcome, Ada');
      expect(await page.getByText('Follow the link we emailed you.').count()).toBe(0);
      await page.goBack();
      await page.getByText(`You already confirmed ${email}.`).waitFor();
    });

    test('leads an account with two-factor on to the code, and the address is verified', async () => {
      const { email, id, secret } = await newEnrolled(service, { firstName: 'Tess' });
      const link = (await service.mails(email)).map(({ text }) => /\/verify-email\S+/.exec(text)?.[0]);
      const page = await open();
      await page.goto(link.find(Boolean) ?? 'no link');
      await enterPassword(page);
      await page.getByLabel('Digit 1 of 6').click();
      await page.keyboard.type(nextCode(service, secret));
      await heading(page, 'Welcome, Tess');
      expect(await userOf(id)).toEqual({ email, verified: true });
      expect(await page.getByText('Follow the link we emailed you.').count()).toBe(0);
    });

    test('lets an account without a password sign in its own way, and returns', async () => {
      const { client, email, id } = await newVerified();
      const next = `next-${email}`;
      await client.post('/api/users/profile', { email: next });
      await takePassword(service, id);
      const page = await open();
      await page.goto(await verifyLink(next));
      await page.getByRole('link', { name: 'Sign in another way' }).click();
      await page.getByRole('link', { name: 'Email me a code' }).click();
      await heading(page, 'Sign in with a code');
      await page.getByLabel('Email').fill(email);
      await press(page, 'Email me a code');
      await page.getByLabel('Digit 1 of 6').click();
      const [code = ''] = /\d{6}/.exec((await service.mails(email)).at(-1)?.text ?? '') ?? [];
      await page.keyboard.type(code);
      await heading(page, 'Confirm your new email');
      await press(page, 'Change my email');
      await heading(page, 'Your email is changed');
      expect(await userOf(id)).toEqual({ email: next, verified: true });
    });

    test('tells someone signed in to another account, and lets them switch', async () => {
      const mine = await newUser(service);
      const other = await newUser(service, { firstName: 'Olga' });
      const page = await open(mine.client);
      await page.goto(await verifyLink(other.email));
      await page
        .getByText(`You're signed in as ${mine.email}, but we sent this link to ${other.email}`)
        .waitFor();
      expect((await userOf(other.id))?.verified).toBe(false);
      await press(page, 'Switch account');
      await enterPassword(page);
      await press(page, 'Continue');
      await heading(page, 'Welcome, Olga');
      expect((await userOf(mine.id))?.verified).toBe(false);
    });

    test('offers a new link when the old one is no longer valid', async () => {
      const { email, id } = await newUser(service);
      const link = await verifyLink(email);
      service.clock.advance({ hours: 25 });
      const page = await open();
      await page.goto(link);
      await page.getByText('This link no longer works').waitFor();
      await page.getByLabel('Email').fill(email);
      await press(page, 'Send a new link');
      await page.getByText(/a new link is on its way/).waitFor();
      await page.goto(await verifyLink(email));
      await enterPassword(page);
      await heading(page, 'Your email is verified');
      expect((await userOf(id))?.verified).toBe(true);
    });
  });

  describe('the profile', () => {
    const ask = async (page: Page, email: string) => {
      await page.getByLabel('Email address').fill(email);
      await press(page, 'Change email');
      await page.getByText('Waiting for confirmation').waitFor();
    };

    test('shows a pending change, the link shows both addresses, and a click completes it', async () => {
      const { client, email, id } = await newVerified();
      const next = `new-${email}`;
      const page = await open(client);
      await page.goto('/profile');
      await ask(page, next);
      await page.getByText(`We emailed a link to ${next}.`).waitFor();
      expect(await page.getByLabel('Email address').inputValue()).toBe(email);
      expect((await userOf(id))?.email).toBe(email);

      await page.goto(await verifyLink(next));
      await heading(page, 'Confirm your new email');
      await page.getByRole('cell', { name: email, exact: true }).waitFor();
      await page.getByRole('cell', { name: next, exact: true }).waitFor();
      expect((await userOf(id))?.email).toBe(email);
      await press(page, 'Change my email');
      await heading(page, 'Your email is changed');
      expect(await userOf(id)).toEqual({ email: next, verified: true });
      await page.getByRole('link', { name: 'Continue' }).click();
      await heading(page, 'Welcome, Vera');
      await page.goto('/profile');
      expect(await page.getByLabel('Email address').inputValue()).toBe(next);
      expect(await page.getByText('Waiting for confirmation').count()).toBe(0);
    });

    test('cancels a change and requests another; the first link no longer works', async () => {
      const { client, email, id } = await newVerified();
      const page = await open(client);
      await page.goto('/profile');
      await ask(page, `first-${email}`);
      await press(page, 'Cancel change');
      await page.getByText('Waiting for confirmation').waitFor({ state: 'detached' });
      await ask(page, `second-${email}`);
      await page.goto(await verifyLink(`first-${email}`));
      await page.getByText('This link no longer works').waitFor();
      await page.getByRole('link', { name: 'Get a new link in your profile' }).click();
      await page.getByText(`We emailed a link to second-${email}.`).waitFor();
      expect((await userOf(id))?.email).toBe(email);
    });

    test('sends the verification link again from the banner', async () => {
      const { client, email } = await newUser(service);
      const page = await open(client);
      await page.goto('/');
      const before = (await service.mails(email)).length;
      await press(page, 'Send again');
      await page.getByRole('button', { name: 'Sent' }).waitFor();
      expect((await service.mails(email)).length).toBe(before + 1);
      await page.goto(await verifyLink(email));
      await heading(page, 'Your email is verified');
    });
  });

  test('an ADMIN moves the address of a person who lost their mailbox, and a reset there lets them in', async () => {
    const { client, email, id } = await newVerified();
    const admin = await newStaff(service, 'ADMIN');
    const page = await open(admin.client);
    await page.goto(`/admin/users?search=${email}`);
    await page.getByRole('link', { name: /^Vera/ }).click();
    await press(page, 'Change email');
    const dialog = page.getByRole('dialog', { name: /^Change the email of/ });
    await dialog.getByText('their sessions end').waitFor();
    await dialog.getByLabel('New email').fill(admin.email);
    await dialog.getByRole('button', { name: 'Change email' }).click();
    await dialog.getByText(/already/).waitFor();
    await dialog.getByLabel('New email').fill(`found-${email}`);
    await dialog.getByRole('button', { name: 'Change email' }).click();
    await page.getByText('Email changed. Their sessions have ended.').waitFor();
    await page.getByText('Unverified').waitFor();
    expect(await userOf(id)).toEqual({ email: `found-${email}`, verified: false });
    expect((await client.get('/api/auth/me')).status).toBe(401);

    const person = await open();
    await person.goto('/forgot-password');
    await person.getByLabel('Email').fill(`found-${email}`);
    await press(person, 'Send link');
    await person.getByText(/on its way/).waitFor();
    await person.goto(`/reset-password?token=${await service.mailedToken(`found-${email}`)}`);
    await person.getByLabel('New password', { exact: true }).fill('Another-Horse-8');
    await person.getByLabel('Repeat new password').fill('Another-Horse-8');
    await press(person, 'Set password');
    await heading(person, 'Your password is set');
    expect(await userOf(id)).toEqual({ email: `found-${email}`, verified: true });
  });

  test('no page reports an error of its own', () => {
    expect(faults).toEqual([]);
  });
});
