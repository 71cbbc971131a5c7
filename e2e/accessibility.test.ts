import { pagePaths } from '@latchkey/contract';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';
import { createChecker, schemeAttribute } from './axe-check.ts';
import { findBrowser, newPerson, startBrowser } from './browser.ts';
import { choose, tabTo } from './keyboard.ts';
import { lookOf, showAt, sidewaysIn } from './looks.ts';
import { unlikeOthers } from './one-look.ts';
import { startTour, stops } from './tour.ts';

const executable = findBrowser('the accessibility of the pages');

describe.skipIf(!executable)('console pages', () => {
  const tour = started(() => startTour((url) => startBrowser(executable ?? '', url)));
  const checker = createChecker();
  /** Of titles, by the kind of page and their level. */
  const sizes = new Set<string>();

  test('are all included in the tour', () => {
    expect(stops.map(({ route }) => route)).toEqual(expect.arrayContaining([...pagePaths]));
  });

  // `npm run lab -- tour` looks at each of them in all four, in every language.
  const inTurn = stops.map((stop, at) => ({ stop, name: stop.name, ...lookOf(at) }));
  test.each(inTurn)('$name has no axe violations, $width and $scheme', async ({ stop, width, scheme }) => {
    const page = await tour.visit(stop);
    await showAt(page, width);
    const found = await checker.violations(page, [scheme]);
    expect(found[scheme]).toEqual([]);
    expect(await sidewaysIn(page), 'how far the page scrolls sideways').toBe(0);
    const { titles, codes } = await unlikeOthers(page);
    for (const title of titles) sizes.add(title);
    expect(codes, 'codes instead of words').toEqual([]);
  });

  test('have one size of titles on each level', () => {
    const levels = [...sizes].map((size) => size.split(' ').slice(0, -1).join(' '));
    expect(sizes.size).toBeGreaterThan(3);
    expect(levels.length, [...sizes].join(', ')).toBe(new Set(levels).size);
  });

  test('report no errors of their own', () => {
    expect(tour.faults()).toEqual([]);
  });

  test('follow the color scheme of the system', async () => {
    const { page } = await newPerson(tour.browser);
    await page.goto('/login');
    for (const colorScheme of ['dark', 'light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[${schemeAttribute}="${colorScheme}"]`).waitFor();
    }
    await page.close();
  });

  test('let a user sign in, create an API key and sign out without a mouse', async () => {
    const { email } = await newUser(tour.service, { firstName: 'Kay' });
    const { page } = await newPerson(tour.browser);
    const focused = () => page.locator(':focus');

    await page.goto('/login');
    await tabTo(page, 'textbox', 'Email');
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Welcome, Kay' }).waitFor();

    // An OWNER sees their organization's part of the menu first.
    await tabTo(page, 'radio', 'Organization');
    await page.keyboard.press('ArrowLeft');
    await tabTo(page, 'link', 'API keys');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await tabTo(page, 'button', 'Create key');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await focused().and(dialog.getByLabel('Name')).waitFor();
    await page.keyboard.type('By hand');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    expect(await dialog.getByLabel('Read and write').isChecked()).toBe(true);
    await page.keyboard.press('Enter');
    await dialog.getByTestId('new-key').waitFor();
    await focused()
      .and(dialog.getByRole('button', { name: /^Copy/ }))
      .waitFor();
    await tabTo(page, 'button', 'Done');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await focused()
      .and(page.getByRole('button', { name: 'Create key' }))
      .waitFor();
    await page.getByRole('cell', { name: /^By hand/ }).waitFor();

    await tabTo(page, 'button', /^Kay/);
    await page.keyboard.press('Enter');
    await choose(page, 'Sign out');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });
});
