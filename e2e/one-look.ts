import type { Page } from 'playwright-core';

/** What the service calls ranks and permissions: people read words instead. */
const codes =
  /\b(ADMIN|OWNER|MEMBER|MODERATOR|USER|READ_ONLY|READ_WRITE|PENDING|SENT|FAILED|SUCCEEDED|SYSTEM)\b/g;

/** Where a page differs from the others: titles of another size, and codes instead of words. */
export function unlikeOthers(page: Page): Promise<{ titles: string[]; codes: string[] }> {
  return page.evaluate((source) => {
    const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1);
    const within = dialog ?? document.querySelector('main') ?? document.body;
    const frame = document.querySelector('.mantine-AppShell-root') ? 'console' : 'sign-in';
    const seen = (selector: string) =>
      [...within.querySelectorAll<HTMLElement>(selector)].filter((each) => each.checkVisibility());
    const titles = seen('h1, h2, h3').map(
      (each) => `${frame} ${each.tagName} ${getComputedStyle(each).fontSize}`,
    );
    // What a person typed or named, such as a variable or the name of a role, is code or stands in a field.
    const texts = seen('th, td, label, h1, h2, h3, p, span, button').filter(
      (each) => each.childElementCount === 0 && !each.closest('code, pre'),
    );
    const found = texts.flatMap((each) => each.textContent.match(new RegExp(source, 'g')) ?? []);
    return { titles: [...new Set(titles)], codes: found };
  }, codes.source);
}
