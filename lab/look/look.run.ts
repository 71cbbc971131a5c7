import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { started } from '@latchkey/server/testing/lifetime';
import { describe, expect, test } from 'vitest';
import { createChecker } from '../../e2e/axe-check.ts';
import { findBrowser, newPerson, site, startBrowser } from '../../e2e/browser.ts';
import { inEveryLook, sidewaysIn } from '../../e2e/looks.ts';

const folder = join(process.env.LAB_RESULTS ?? '.lab', 'look');
const built = '.lab/look/page';
const executable = findBrowser('the look');

describe.skipIf(!executable)('the look', () => {
  const browser = started(() => startBrowser(executable ?? '', site));

  test('every component is photographed in all four looks, and axe objects to none', async () => {
    mkdirSync(folder, { recursive: true });
    const { page, faults } = await newPerson(browser);
    const checker = createChecker();
    // There is no service: the browser reads what was built.
    await page.route(`${site}/**`, (route) =>
      route.fulfill({ path: join(built, new URL(route.request().url()).pathname) }),
    );
    await page.goto('/index.html');
    await page.getByRole('heading', { name: 'Look' }).waitFor();
    await inEveryLook(page, async (name) => {
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
      expect(await sidewaysIn(page), `how far it scrolls sideways, ${name}`).toBe(0);
    });
    const { light, dark } = await checker.violations(page);
    expect({ light, dark, faults }).toEqual({ light: [], dark: [], faults: [] });
  });
});
