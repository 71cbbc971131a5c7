import { started } from '@latchkey/server/testing/lifetime';
import { newOrganization } from '@latchkey/server/testing/organizations';
import { newStaff, newVerified, password, startService } from '@latchkey/server/testing/service';
import type { Browser, Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, passOn, site, startBrowser } from './browser.ts';
import { tabTo } from './keyboard.ts';
import { phone } from './looks.ts';

const executable = findBrowser('what people come to the console for');

const ways = ['mouse', 'keyboard', 'phone'] as const;
type Way = (typeof ways)[number];

/** One person on their way, whose acts are counted: clicks, taps, or keys that choose something. Typing isn't one. */
class Walk {
  acts = 0;
  readonly page: Page;
  readonly way: Way;

  private constructor(page: Page, way: Way) {
    this.page = page;
    this.way = way;
  }

  static async of(browser: Browser, way: Way, client: Parameters<typeof passOn>[1]) {
    const { page } = await newPerson(browser, way === 'phone' ? { viewport: phone, hasTouch: true } : {});
    await passOn(page, client);
    await page.goto('/');
    await page.locator('h1').waitFor();
    return new Walk(page, way);
  }

  async press(role: 'button' | 'link', name: string | RegExp, within: Page | Locator = this.page) {
    this.acts += 1;
    const wanted = within.getByRole(role, { name }).first();
    if (this.way === 'mouse') return wanted.click();
    if (this.way === 'phone') return wanted.tap();
    await tabTo(this.page, role, name, within);
    await this.page.keyboard.press('Enter');
  }

  /** The menu is behind a button on a phone. */
  async openMenu() {
    if (this.way === 'phone') await this.press('button', 'Open menu');
  }

  /** Finds a person and opens their page. */
  async find(email: string) {
    if (this.way === 'keyboard') {
      this.acts += 1;
      await this.page.keyboard.press('Control+k');
    } else {
      await this.openMenu();
      await this.press('button', /^Find/);
    }
    const option = this.page.getByRole('option', { name: email });
    await this.page.getByRole('dialog').getByLabel('Find a page, user or organization').fill(email);
    await option.waitFor();
    this.acts += 1;
    if (this.way === 'mouse') await option.click();
    else if (this.way === 'phone') await option.tap();
    else await this.page.keyboard.press('Enter');
    await this.page.getByRole('heading', { name: 'Latest events' }).waitFor();
  }
}

describe.skipIf(!executable)('what people come to the console for', () => {
  const service = started(() => startService({ env: { BASE_URL: site } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));

  test.each(ways)(
    'an ADMIN finds out why someone cannot sign in, and takes a stolen account back, by %s',
    async (way) => {
      const { client } = await newStaff(service, 'ADMIN');
      const person = await newVerified(service);
      const body = { email: person.email, password: `${password}-of-the-thief` };
      await service.client().post('/api/auth/login', body);
      const walk = await Walk.of(browser, way, client);
      await walk.find(person.email);
      const events = walk.page.getByRole('table', { name: 'Latest events' });
      await events.getByText('Wrong password').first().waitFor();
      expect(walk.acts).toBe(way === 'phone' ? 3 : 2);

      await walk.press('button', 'End all sessions');
      const asking = walk.page.getByRole('dialog');
      await asking.waitFor();
      await walk.press('button', 'End all sessions', asking);
      await walk.page.getByText('Not signed in anywhere').waitFor();
      await walk.press('button', 'Email a reset link');
      await walk.page.getByText('We emailed them a link').first().waitFor();
      expect((await person.client.get('/api/auth/me')).status).toBe(401);
      expect((await service.mails(person.email)).at(-1)?.subject).toBe('Reset your password');
      expect(walk.acts).toBe(way === 'phone' ? 6 : 5);
    },
  );

  test.each(ways)('an OWNER invites five people, by %s', async (way) => {
    const { owner } = await newOrganization(service);
    const walk = await Walk.of(browser, way, owner.client);
    await walk.openMenu();
    await walk.press('link', 'Invitations');
    await walk.page.getByRole('heading', { level: 1, name: 'Invitations' }).waitFor();
    await walk.press('button', 'Invite people');
    const dialog = walk.page.getByRole('dialog', { name: 'Invite people' });
    await dialog.getByRole('combobox', { name: 'Email addresses' }).waitFor();
    await walk.page.keyboard.type([1, 2, 3, 4, 5].map((nth) => `${way}-${nth}@example.com,`).join(''));
    await walk.press('button', 'Send 5 invitations', dialog);
    await walk.page.getByText('5 invitations sent.').waitFor();
    expect(walk.acts).toBe(way === 'phone' ? 4 : 3);
  });
});
