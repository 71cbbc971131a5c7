import { started } from '@latchkey/server/testing/lifetime';
import { describe, expect, test } from 'vitest';
import { createChecker, schemeAttribute } from './axe-check.ts';
import { findBrowser, newPerson, startBrowser } from './browser.ts';

const executable = findBrowser('the check of accessibility itself');

const style = `body { background: #fff; color: #222 } .dim { color: #444 } .gray { background: #666 } .narrow { display: none }
  .cover { position: absolute; top: 0; height: 110px; inset-inline: 0; background: linear-gradient(#0000, #0000) }
  [${schemeAttribute}=dark] body { background: #111; color: #eee }
  @media (max-width: 500px) { .narrow { display: block } }`;

/** A page with something in its main part, and something beside it. */
const pageWith = (main: string, beside = '') =>
  `<!doctype html><html lang="en"><title>Page</title><style>${style}</style><main><h1>Page</h1>${main}</main>${beside}`;

describe.skipIf(!executable)('the check of a page like one that was checked before', () => {
  const browser = started(() => startBrowser(executable ?? '', 'http://127.0.0.1:9'));

  /** Checks one page after another, and returns the rules that each broke in each look. */
  async function brokenOn(...pages: string[]): Promise<Record<string, string[]>[]> {
    const { page } = await newPerson(browser);
    const { violations } = createChecker();
    const broken: Record<string, string[]>[] = [];
    for (const each of pages) {
      await page.setContent(each);
      broken.push({});
      for (const [name, width] of [
        ['wide', 1280],
        ['phone', 390],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        for (const [scheme, found] of Object.entries(await violations(page))) {
          const rules = [...new Set(found.map((line) => line.split(':')[0] ?? ''))];
          if (rules.length > 0) Object.assign(broken.at(-1) ?? {}, { [`${name}-${scheme}`]: rules });
        }
      }
    }
    return broken;
  }

  const known = pageWith('<p>Text</p>');

  test('finds a text that is too dim in the dark alone', async () => {
    const dim = pageWith('<p>Text</p><p class="dim">Dim</p>');
    expect(await brokenOn(known, known, dim)).toEqual([{}, {}, { 'wide-dark': ['color-contrast'] }]);
  });

  test('finds a text of a known kind on another background', async () => {
    const on = (kind: string) =>
      pageWith(`<section class="${kind}"><div><div><p>Text</p></div></div></section>`);
    expect(await brokenOn(on('plain'), on('gray'))).toEqual([{}, { 'wide-light': ['color-contrast'] }]);
  });

  test('finds a button without a name in a dialog over a known page', async () => {
    const dialog = '<div role="dialog" aria-label="Question"><button></button></div>';
    const [first, second] = await brokenOn(known, pageWith('<p>Text</p>', dialog));
    expect(first).toEqual({});
    expect(second?.['wide-light']).toContain('button-name');
  });

  test('finds what is there on a narrow screen only', async () => {
    const narrow = pageWith('<p>Text</p><button class="narrow"></button>');
    expect(await brokenOn(known, narrow)).toEqual([{}, { 'phone-light': ['button-name'] }]);
  });

  test('finds a text that is too dim on a narrow screen only', async () => {
    const dim = pageWith('<p>Text</p><p class="narrow dim">Dim</p>');
    expect(await brokenOn(known, dim)).toEqual([{}, { 'phone-dark': ['color-contrast'] }]);
  });

  test('finds what was added to a long table, in its fifth row', async () => {
    const row = '<tr><td>Cell</td></tr>';
    const table = (last: string) =>
      pageWith(
        `<table aria-label="T"><thead><tr><th>H</th></tr></thead><tbody>${row.repeat(4)}${last}</tbody></table>`,
      );
    const dim = row.replace('<td>', '<td class="dim">');
    expect(await brokenOn(table(row), table(dim))).toEqual([{}, { 'wide-dark': ['color-contrast'] }]);
  });

  test('finds a text that is too dim below one of its kind that an image covers', async () => {
    const covered = pageWith('<p class="dim">Dim</p><div class="cover"></div>');
    const both = pageWith('<p class="dim">Dim</p><p class="dim">Dim</p><div class="cover"></div>');
    expect(await brokenOn(covered)).toEqual([{}]);
    expect(await brokenOn(both)).toEqual([{ 'wide-dark': ['color-contrast'] }]);
  });

  test('finds a label that names nothing in a form like one with other IDs', async () => {
    const form = (label: string, field: string) =>
      pageWith(`<label for="mantine-${label}">Name</label><input id="mantine-${field}">`);
    const pages = [form('one', 'one'), form('two', 'two'), form('three', 'four')];
    expect(await brokenOn(...pages)).toEqual([{}, {}, { 'wide-light': ['label'] }]);
  });

  test('finds a landmark that repeats a known one', async () => {
    const beside = '<nav aria-label="Menu"><p>Home</p></nav>';
    const pages = [pageWith('<p>Text</p>', beside), pageWith('<p>Text</p>', beside + beside)];
    const [first, second] = await brokenOn(...pages);
    expect([first, second?.['wide-light']]).toEqual([{}, ['landmark-unique']]);
  });

  test('shows the element that breaks a rule', async () => {
    const { page } = await newPerson(browser);
    await page.setContent(pageWith('<button id="nameless"></button>'));
    const { light } = await createChecker().violations(page);
    expect(light.join()).toContain('button-name: <button id="nameless">');
  });
});
