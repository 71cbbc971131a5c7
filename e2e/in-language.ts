import type { Page } from 'playwright-core';

/**
 * Changes the language in place: what a stop opened stays open. The page's own function is found by what it does. As text,
 * because the test's compiler replaces imports.
 */
export async function showIn(locale: string, page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const scripts = [...document.querySelectorAll('[src$=".js"], [href$=".js"]')];
    const parts = await Promise.all(scripts.map((each) => import(each.src ?? each.href)));
    const choose = parts
      .flatMap((part) => Object.values(part))
      .find((value) => typeof value === 'function' && /[?]locale=/.test(String(value)));
    if (!choose) throw new Error('no function that changes the language was found');
    await choose(${JSON.stringify(locale)});
  })()`);
  await page.locator(`html[lang="${locale}"]`).waitFor();
}
