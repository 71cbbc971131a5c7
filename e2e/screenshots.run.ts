// `npm run lab -- screenshots`: every page of the console at two widths and in both schemes, with the demo's data.
// ONLY=audit takes just those whose name matches. LOCALES=de,ar shows them in these languages, in two of the four looks, or
// in those that match: LOOKS=dark.
import { mkdir } from 'node:fs/promises';
import { test } from 'vitest';
import { findBrowser, startBrowser, wholeBrowsers } from './browser.ts';
import { showIn } from './in-language.ts';
import { inEveryLook } from './looks.ts';
import { startTour, stops } from './tour.ts';

const folder = 'screenshots';
/** The ones the README shows. */
const shown: Record<string, string> = {
  'admin-audit-logs-wide-light': 'audit-log',
  'login-wide-dark': 'login-dark',
  'admin-users-wide-light': 'users',
};

test('every page is photographed', { timeout: 3_600_000 }, async () => {
  const executable = findBrowser('the screenshots', wholeBrowsers);
  if (!executable) return;
  await mkdir(folder, { recursive: true });
  await mkdir('docs/images', { recursive: true });
  const tour = await startTour((url) => startBrowser(executable, url));
  const only = new RegExp(process.env.ONLY ?? '');
  const looks = new RegExp(process.env.LOOKS ?? '^(wide-light|phone-dark)$');
  const locales = process.env.LOCALES?.split(',') ?? [];
  for (const [at, stop] of stops.entries()) {
    if (!only.test(stop.name)) continue;
    const page = await tour.visit(stop);
    const photograph = async (look: string, locale = '') => {
      const name = `${stop.name}-${look}`;
      const fullPage = !/^(dialog|drawer|menu)/.test(name);
      await page.screenshot({ path: `${folder}/${locale}/${name}.png`, fullPage });
      if (shown[name] && !locale) await page.screenshot({ path: `docs/images/${shown[name]}.png` });
    };
    for (const locale of locales) {
      await showIn(locale, page);
      await inEveryLook(page, async (look) => {
        if (looks.test(look)) await photograph(look, locale);
      });
    }
    // The next stop looks for what it opens by its English name.
    if (locales.length > 0) await showIn('en', page);
    else await inEveryLook(page, (look) => photograph(look));
    process.stdout.write(`${at + 1}/${stops.length} ${stop.name}\n`);
  }
});
