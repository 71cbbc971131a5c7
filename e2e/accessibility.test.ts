import { pagePaths } from '@latchkey/contract';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password } from '@latchkey/server/testing/service';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, startBrowser } from './browser.ts';
import { inEveryLook, startTour, stops } from './tour.ts';

const executable = findBrowser('the accessibility of the pages');

/** What the color scheme can break. Everything else depends only on the structure, which both schemes share. */
const colorRules = ['color-contrast', 'link-in-text-block'];

type Scope = { rules?: string[] | undefined; menuSeen: boolean; dialogAlone: boolean };

const menu = '.mantine-AppShell-navbar, .mantine-AppShell-header';

/** What axe finds on the page as it is now: each rule, and where it is broken. */
async function violations(page: Page, scope: Scope): Promise<string[]> {
  const { rules, menuSeen, dialogAlone } = scope;
  const dialog = '[role="dialog"]';
  const alone = dialogAlone && (await page.locator(dialog).count()) > 0;
  // All rows of a table are alike.
  const exclude = ['tbody tr:nth-child(n+5)', ...(menuSeen ? [menu] : [])];
  const context = { ...(alone && { include: [dialog] }), exclude };
  const options = { resultTypes: ['violations' as const], preload: false, ...(rules && { runOnly: rules }) };
  return page.evaluate(
    async ([where, how]) => {
      const { axe: engine } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await engine.run(where, how);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, any }) => `${id}: ${html.slice(0, 200)} ${any[0]?.message ?? ''}`),
      );
    },
    [context, options] as const,
  );
}

describe.skipIf(!executable)('console pages', () => {
  const tour = started(() => startTour((url) => startBrowser(executable ?? '', url)));
  /** Whose menu was checked, and in which look: it is the same on all their pages. */
  const menusSeen = new Set<string>();

  test('are all included in the tour', () => {
    expect(stops.map(({ route }) => route)).toEqual(expect.arrayContaining([...pagePaths]));
  });

  test.each(stops)('$name has no axe violations, wide or narrow, light or dark', async (stop) => {
    const page = await tour.visit(stop);
    // Through the debugger, which the page's content security policy doesn't restrict.
    if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
    const found: Record<string, string[]> = {};
    await inEveryLook(page, async (look) => {
      const whose = `${stop.as} ${look}`;
      const here = await violations(page, {
        rules: look.endsWith('dark') ? colorRules : undefined,
        menuSeen: menusSeen.has(whose),
        // The first look checks the page behind it.
        dialogAlone: look !== 'wide-light',
      });
      if ((await page.locator(menu).count()) > 0) menusSeen.add(whose);
      if (here.length > 0) found[look] = here;
    });
    expect(found).toEqual({});
  });

  test('report no errors of their own', () => {
    expect(tour.faults()).toEqual([]);
  });

  test('let a user sign in, create an API key and sign out without a mouse', async () => {
    const { email } = await newUser(tour.service, { firstName: 'Kay' });
    const { page } = await newPerson(tour.browser);
    const focused = () => page.locator(':focus');
    const tabTo = async (role: 'button' | 'link' | 'textbox', name: string | RegExp) => {
      const wanted = page.getByRole(role, { name }).first();
      await wanted.waitFor();
      for (let steps = 0; steps < 40; steps++) {
        if (await wanted.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`no way to ${role} ${name} by Tab`);
    };

    await page.goto('/login');
    await tabTo('textbox', 'Email');
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Welcome, Kay' }).waitFor();

    // The menu is long for an OWNER, so this section is folded at first.
    await tabTo('button', /^Account$/);
    await page.keyboard.press('Enter');
    await tabTo('link', 'API keys');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await tabTo('button', 'Create key');
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
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await focused()
      .and(page.getByRole('button', { name: 'Create key' }))
      .waitFor();
    await page.getByRole('cell', { name: /^By hand/ }).waitFor();

    await tabTo('button', /^Kay/);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    const signOut = page.getByRole('menuitem', { name: 'Sign out' });
    for (let steps = 0; steps < 6; steps++) {
      if (await signOut.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });
});
