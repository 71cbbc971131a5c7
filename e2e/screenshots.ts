// `npm run lab -- screenshots`: every page of the console at two widths and in both schemes, with the demo's data.
// ONLY=audit takes just those whose name matches.
import { mkdir } from 'node:fs/promises';
import { test } from 'vitest';
import { findBrowser, startBrowser, wholeBrowsers } from './browser.ts';
import { inEveryLook, startTour, stops } from './tour.ts';

const folder = 'screenshots';
/** The ones the README shows. */
const shown: Record<string, string> = {
  'admin-audit-logs-wide-light': 'audit-log',
  'login-wide-dark': 'login-dark',
  'admin-users-wide-light': 'users',
};

test('every page is photographed', { timeout: 1_200_000 }, async () => {
  const executable = findBrowser('the screenshots', wholeBrowsers);
  if (!executable) return;
  await mkdir(folder, { recursive: true });
  await mkdir('docs/images', { recursive: true });
  const tour = await startTour((url) => startBrowser(executable, url));
  const only = process.env.ONLY;
  for (const [at, stop] of stops.entries()) {
    if (only && !new RegExp(only).test(stop.name)) continue;
    const page = await tour.visit(stop);
    await inEveryLook(page, async (look) => {
      const name = `${stop.name}-${look}`;
      const fullPage = !/^(dialog|drawer)/.test(name);
      await page.screenshot({ path: `${folder}/${name}.png`, fullPage });
      if (shown[name]) await page.screenshot({ path: `docs/images/${shown[name]}.png` });
    });
    process.stdout.write(`${at + 1}/${stops.length} ${stop.name}\n`);
  }
});
