import type { Page } from 'playwright-core';

export const wide = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

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

/** The same page at both widths, without loading it again. */
export async function atBothWidths(page: Page, look: (width: string) => Promise<void>): Promise<void> {
  for (const [width, size] of Object.entries({ wide, phone })) {
    await page.setViewportSize(size);
    await still(page);
    await look(width);
  }
}

/** Ordered to change one thing at a time. */
const schemes = { wide: ['light', 'dark'], phone: ['dark', 'light'] } as const;

/** Also in both schemes, as the system of its reader asks for them. */
export async function inEveryLook(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  await atBothWidths(page, async (width) => {
    for (const colorScheme of schemes[width as keyof typeof schemes]) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      await still(page);
      await look(`${width}-${colorScheme}`);
    }
  });
}
