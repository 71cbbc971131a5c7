import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { english } from '@latchkey/contract/locales';
import { atEnd, started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, site, startBrowser } from './browser.ts';

const executable = findBrowser('languages in a browser');

/** A language that marks each of its texts, so that a text from anywhere else stands out. */
const marked = Object.fromEntries(
  Object.entries({ ...english['sign-in'], ...english.console }).map(([key, text]) => [key, `⟦${text}`]),
);

function localesFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-locales-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'eo.json'), JSON.stringify(marked));
  writeFileSync(
    join(folder, 'de.json'),
    JSON.stringify({ 'login.title': 'Anmelden!', 'field.email': 'E-Mail!' }),
  );
  writeFileSync(join(folder, 'ar.json'), JSON.stringify({ 'login.title': 'دخول' }));
  return folder;
}

/** The texts on the page that don't come from the marked catalog, in the order they are read. */
const unmarkedIn = (page: Page, data: string[]) =>
  page.evaluate((expected) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const { parentElement: parent, textContent } = texts.currentNode;
      const text = textContent?.trim() ?? '';
      // Not in a catalog: what is no text, and the dates of a chart's axis, which Intl writes.
      if (!parent || parent.closest('script, noscript, style, option, kbd, code, time, svg, [translate=no]'))
        continue;
      if (/\p{L}{2}/u.test(text) && !parent.textContent?.includes('⟦') && !expected.includes(text))
        found.push(text);
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'alt']) {
        const text = element.getAttribute(name) ?? '';
        if (/\p{L}{2}/u.test(text) && !text.startsWith('⟦')) found.push(`${name}: ${text}`);
      }
    return found;
  }, data);

describe.skipIf(!executable)('languages', () => {
  const service = started(() =>
    startService({ env: { LOCALES_DIR: localesFolder(), ENABLE_EMAIL_LOGIN: 'true' } }),
  );
  const browser = started(() => startBrowser(executable ?? '', service.url));
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const choose = (page: Page, name: string) => page.locator('main select').selectOption({ label: name });
  const html = (page: Page) =>
    page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);

  test('a page changes its language in place, keeps what was typed, and remembers it', async () => {
    const { page, faults } = await newPerson(browser);
    await page.goto('/login');
    await heading(page, 'Sign in');
    expect(await html(page)).toEqual(['en', 'ltr']);
    await page.getByLabel('Email').fill('ada@example.com');
    await choose(page, 'Deutsch');
    await heading(page, 'Anmelden!');
    expect(await page.getByLabel('E-Mail!').inputValue()).toBe('ada@example.com');
    expect(await html(page)).toEqual(['de', 'ltr']);
    await expect.poll(() => page.title()).toContain('Anmelden!');
    await expect
      .poll(async () => (await page.context().cookies()).some(({ value }) => value === 'de'))
      .toBe(true);
    await page.reload();
    await heading(page, 'Anmelden!');
    expect(faults).toEqual([]);
  });

  test('a language that is written from right to left turns the page around', async () => {
    const { page } = await newPerson(browser);
    await page.goto('/login');
    await choose(page, 'العربية');
    await heading(page, 'دخول');
    expect(await html(page)).toEqual(['ar', 'rtl']);
    const { x } = (await page.locator('main select').boundingBox()) ?? { x: Number.NaN };
    expect(x).toBeLessThan(400);
  });

  test("a browser's own language comes first, and the address may name another", async () => {
    const { page } = await newPerson(browser, { locale: 'de-AT' });
    await page.goto('/login');
    await heading(page, 'Anmelden!');
    await page.goto('/login?locale=en');
    await heading(page, 'Sign in');
  });

  test('every text on the pages of an account follows a change of language', async () => {
    const { email } = await newUser(service, {
      firstName: 'Zoe',
      lastName: 'Quill',
      organizationName: 'Quill',
    });
    const { page, faults } = await newPerson(browser);
    // The last two are the devices of the sessions.
    const data = ['Latchkey', 'Zoe Quill', 'Quill', email, 'ZQ', 'Chrome on Linux', 'Firefox on Linux'];
    await page.goto('/register');
    await heading(page, 'Create your account');
    await choose(page, 'Esperanto');
    await heading(page, '⟦Create your account');
    expect(await unmarkedIn(page, data)).toEqual([]);

    await page.goto('/login?locale=en');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'Welcome, Zoe');
    await page.goto('/profile');
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Esperanto' });
    await heading(page, '⟦Profile');
    await page.getByText('⟦Language saved.').waitFor();
    // React draws what is folded away when it has nothing else to do.
    await expect.poll(() => unmarkedIn(page, data)).toEqual([]);
    for (const [link, title] of [
      ['⟦Security', '⟦Security'],
      ['⟦API keys', '⟦API keys'],
      ['⟦Connected apps', '⟦Connected apps'],
      ['⟦Dashboard', '⟦Welcome, Zoe'],
    ] as const) {
      await page.getByRole('navigation').getByRole('link', { name: link, exact: true }).click();
      await heading(page, title);
      await expect.poll(() => unmarkedIn(page, data), { message: title }).toEqual([]);
    }
    expect(faults).toEqual([]);
  });

  test('the language of an account is that of its next browser, too', async () => {
    const { email, client } = await newUser(service, { firstName: 'Ida' });
    await client.post('/api/users/profile', { locale: 'de' });
    const { page } = await newPerson(browser);
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'Willkommen, Ida');
    await page.goto('/profile');
    await heading(page, 'Profil');
    expect(await html(page)).toEqual(['de', 'ltr']);
    const field = page.getByRole('combobox', { name: 'Sprache' });
    await field.selectOption('');
    await expect.poll(() => html(page)).toEqual(['en', 'ltr']);
  });

  test('a Japanese form asks for the family name first, and a switch of language keeps both names', async () => {
    const { page } = await newPerson(browser);
    const order = () =>
      page
        .locator('input[autocomplete$="-name"]')
        .evaluateAll((inputs) => inputs.map((each) => each.getAttribute('autocomplete')));
    await page.goto('/register');
    await page.getByLabel('First name').fill('太郎');
    await page.getByLabel('Last name').fill('山田');
    expect(await order()).toEqual(['given-name', 'family-name']);
    await choose(page, '日本語');
    await heading(page, 'アカウントを作成');
    expect(await order()).toEqual(['family-name', 'given-name']);
    expect(await page.getByLabel('姓').inputValue()).toBe('山田');
  });

  test('the list of users shows all of its columns and the start of each address, in every language', async () => {
    const email = 'an.address.with.a.long.beginning@and.a.long.ending.example';
    await newUser(service, { email, organizationName: 'An organization with a long name' });
    const { client } = await newStaff(service, 'ADMIN');
    const { page } = await newPerson(browser);
    await page.context().addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: site })));
    // The widest of the languages from left to right, and the one from right to left.
    for (const locale of ['fr', 'ar']) {
      await page.goto(`/admin/users?locale=${locale}`);
      const address = page.locator('td').getByText(email).last();
      await address.waitFor();
      const seen = await address.evaluate((element) => {
        const first = document.createRange();
        first.setStart(element.firstChild as Node, 0);
        first.setEnd(element.firstChild as Node, 1);
        const [letter, box] = [first.getBoundingClientRect(), element.getBoundingClientRect()];
        const frame = element.closest('[aria-busy]')?.getBoundingClientRect();
        const cut = [...document.querySelectorAll('th')].filter((heading) => {
          const { left, right } = heading.getBoundingClientRect();
          return !frame || left < frame.left - 1 || right > frame.right + 1;
        });
        return {
          startsInside: letter.left >= box.left - 1 && letter.right <= box.right + 1,
          cut: cut.map(({ textContent }) => textContent),
        };
      });
      expect([locale, seen]).toEqual([locale, { startsInside: true, cut: [] }]);
    }
  });
});
