import type { Locator, Page } from 'playwright-core';

type Role = 'button' | 'link' | 'textbox' | 'checkbox' | 'radio';

/** Presses Tab until something has the focus. It is looked up again only if the page has replaced it. */
export async function tabTo(
  page: Page,
  role: Role,
  name: string | RegExp,
  within: Page | Locator = page,
): Promise<void> {
  const wanted = within.getByRole(role, { name }).first();
  // A radio button is there for the keyboard, and drawn by something else.
  await wanted.waitFor({ state: 'attached' });
  let element = await wanted.elementHandle();
  for (let steps = 0; steps < 60; steps++) {
    const state = await element?.evaluate((each) =>
      each === document.activeElement ? 'focused' : each.isConnected ? 'elsewhere' : 'replaced',
    );
    if (state === 'focused') return;
    if (state === 'replaced') element = await wanted.elementHandle();
    else await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard doesn't reach ${role} ${name}`);
}

/** Presses an arrow key until a menu's item has the focus, then chooses it. */
export async function choose(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name });
  await item.waitFor();
  for (let steps = 0; steps < 9; steps++) {
    if (await item.first().evaluate((element) => element === document.activeElement))
      return page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`the keyboard doesn't reach ${name}`);
}
