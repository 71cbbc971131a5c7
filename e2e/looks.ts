import type { Page } from 'playwright-core';

export const wide = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };
const widths = { wide, phone };
export type Width = keyof typeof widths;

const looks = [
  { width: 'wide', scheme: 'light' },
  { width: 'phone', scheme: 'dark' },
  { width: 'wide', scheme: 'dark' },
  { width: 'phone', scheme: 'light' },
] as const;

/** One of the four looks, by turns: pages that follow each other are often alike. */
export function lookOf(nth: number): (typeof looks)[number] {
  return looks[nth % 4] ?? looks[0];
}

/** By how many pixels a page is wider than what shows it. */
export const sidewaysIn = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Waits two frames for reactions to the new size, then for every transition to end: colors in between don't count. */
async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    for (const each of document.getAnimations())
      if (each.effect?.getTiming().iterations !== Infinity) each.finish();
  });
}

/** As it is at this width, without loading it again. */
export async function showAt(page: Page, width: Width): Promise<void> {
  await page.setViewportSize(widths[width]);
  await still(page);
}

/** The same page at both widths, without loading it again. */
export async function atBothWidths(page: Page, look: (width: Width) => Promise<void>): Promise<void> {
  for (const width of ['wide', 'phone'] as const) {
    await showAt(page, width);
    await look(width);
  }
}

/** Ordered to change one thing at a time. */
const schemes = { wide: ['light', 'dark'], phone: ['dark', 'light'] } as const;

/** Also in both schemes, as the system of its reader asks for them. */
export async function inEveryLook(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  await atBothWidths(page, async (width) => {
    for (const colorScheme of schemes[width]) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      await still(page);
      await look(`${width}-${colorScheme}`);
    }
  });
}
