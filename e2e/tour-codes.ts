import { newUser, password, type TestService } from '@latchkey/server/testing/service';
import { newEnrolled } from '@latchkey/server/testing/two-factor';
import type { Page } from 'playwright-core';
import type { Stop } from './tour-stop.ts';

const emails = { enrolled: 'tess@otterfinch.example', mailed: 'mae@otterfinch.example' };
const digits = (page: Page) => page.getByLabel('Digit 1 of 6').waitFor();

/** The pages that ask for the six digits of an app or of a mail. */
export const codeStops: Stop[] = [
  {
    name: 'auth-two-factor-code',
    route: '',
    path: '/login',
    as: 'stranger',
    act: async (page) => {
      await page.getByLabel('Email').fill(emails.enrolled);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await digits(page);
    },
  },
  {
    name: 'email-code-digits',
    route: '',
    path: '/email-code',
    as: 'stranger',
    act: async (page) => {
      await page.getByLabel('Email').fill(emails.mailed);
      await page.getByRole('button', { name: 'Email me a code' }).click();
      await digits(page);
    },
  },
  {
    name: 'register-with-password',
    route: '',
    path: '/register',
    as: 'stranger',
    act: async (page) => {
      await page.getByRole('button', { name: 'Use a password' }).click();
      await page.locator('input[autocomplete="new-password"]').fill('Not-yet');
    },
  },
  {
    name: 'register-digits',
    route: '',
    path: '/register',
    as: 'stranger',
    act: async (page) => {
      await page.getByLabel('Email').fill('newcomer.by.code@otterfinch.example');
      await page.getByLabel('Organization name').fill('Otter & Finch');
      await page.getByRole('button', { name: 'Email me a code' }).click();
      await digits(page);
    },
  },
];

/** Those who are asked for one. */
export async function addThoseWithCodes(service: TestService): Promise<void> {
  await newEnrolled(service, { email: emails.enrolled });
  await newUser(service, { email: emails.mailed });
}
