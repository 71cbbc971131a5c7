// `npm run lab -- tour`: checks every stop of the tour in all four looks and in every language. ONLY=audit takes just those
// stops whose name matches, LOCALES=de,ar just these languages.
import { languages as all } from '@latchkey/contract';
import { started } from '@latchkey/server/testing/lifetime';
import { describe, expect, test } from 'vitest';
import { createChecker } from './axe-check.ts';
import { findBrowser, startBrowser } from './browser.ts';
import { showIn } from './in-language.ts';
import { atBothWidths, sidewaysIn } from './looks.ts';
import { startTour, stops } from './tour.ts';

const executable = findBrowser('the tour');
const chosen = new RegExp(process.env.ONLY ?? '');
const languages = process.env.LOCALES?.split(',') ?? Object.keys(all);

describe.skipIf(!executable)('in every look and language', () => {
  const tour = started(() => startTour((url) => startBrowser(executable ?? '', url)));
  const checker = createChecker();

  test.each(stops.filter(({ name }) => chosen.test(name)))('$name has no axe violations', async (stop) => {
    const page = await tour.visit(stop);
    const faults: Record<string, unknown> = {};
    for (const locale of languages) {
      if (locale !== 'en') await showIn(locale, page);
      await atBothWidths(page, async (width) => {
        const { light, dark } = await checker.violations(page);
        const sideways = await sidewaysIn(page);
        if (light.length + dark.length + sideways > 0)
          faults[`${locale}, ${width}`] = { light, dark, sideways };
      });
    }
    // The next stop looks for what it opens by its English name.
    await showIn('en', page);
    expect(faults).toEqual({});
  });

  test('the pages report no errors of their own', () => {
    expect(tour.faults()).toEqual([]);
  });
});
