import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What the color scheme can break. Everything else depends only on the structure, which both schemes share. */
const colorRules = ['color-contrast', 'link-in-text-block'];
/** On each text in colors that weren't checked yet: only these are measured. */
const mark = 'data-not-checked';

/** Through the debugger, which the page's content security policy doesn't restrict. */
async function injectAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  await page.evaluate(axe.source);
  await page.evaluate((attribute) => {
    const { axe: engine } = window as unknown as { axe: typeof import('axe-core') };
    const selectors = [`[${attribute}]`, `a[href][${attribute}], [role=link][${attribute}]`];
    const rules = ['color-contrast', 'link-in-text-block'];
    engine.configure({ rules: rules.map((id, nth) => ({ id, selector: selectors[nth] ?? '' })) });
    // As they are: the other reporters write a path to each element, which takes longer than many rules.
    engine.addReporter('plain', ((results: object, _options: object, done: (all: object) => void) =>
      done(results)) as never);
  }, mark);
}

/** Finds what axe objects to on pages, and checks everything once: what is the same on many pages costs no more. */
export function createChecker() {
  const colorsSeen = new Map<string, Set<string>>();
  const partsSeen = new Set<string>();
  return {
    /** Each rule that the page breaks as it is now, and where. */
    async violations(page: Page, look: string): Promise<string[]> {
      await injectAxe(page);
      const colors = colorsSeen.get(look) ?? new Set();
      colorsSeen.set(look, colors);
      const isDark = look.endsWith('dark');
      const known = { colors: [...colors], parts: isDark ? undefined : [...partsSeen] };
      const found = await page.evaluate(check, { ...known, colorRules, mark });
      for (const each of found.colors) colors.add(each);
      for (const each of found.parts) partsSeen.add(each);
      if (process.env.AXE_LOG) (await import('node:fs')).appendFileSync(process.env.AXE_LOG, `${JSON.stringify([look, page.url(), ...found.counts])}\n`);
      return found.violations;
    },
  };
}

type Message = { message: string };
type Checked = { node: { element: Element; source: string }; any: Message[]; all: Message[]; none: Message[] };
type Result = { id: string; violations: Checked[]; passes: Checked[]; incomplete: Checked[] };
type Known = { colors: string[]; parts: string[] | undefined; colorRules: string[]; mark: string };

/** Runs in the page. Without `parts`, it checks only the colors. */
async function check({ colors, parts, colorRules, mark }: Known) {
  const { axe: engine } = window as unknown as { axe: typeof import('axe-core') };
  const short = (text: string) => {
    let [one, other] = [0xdeadbeef, 0x41c6ce57];
    for (let at = 0; at < text.length; at++) {
      one = Math.imul(one ^ text.charCodeAt(at), 2654435761);
      other = Math.imul(other ^ text.charCodeAt(at), 1597334677);
    }
    return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}`;
  };
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element) => {
    const style = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, style);
    return style;
  };
  const backgrounds = new Map<Element | null, string>();
  /** What is painted behind an element by itself and everything around it. */
  const backgroundOf = (element: Element | null): string => {
    if (!element) return '';
    const known = backgrounds.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = styleOf(element);
    const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join(' ');
    const isPlain = own === 'rgba(0, 0, 0, 0) none 1 none normal';
    const all = backgroundOf(element.parentElement) + (isPlain ? '' : `/${own}`);
    backgrounds.set(element, all);
    return all;
  };
  const dialog = document.querySelector('[role="dialog"]');
  const controls = 'input:not([type=hidden]), select, textarea';
  /** The colors of a text, and what kind of thing it is part of, three levels up. */
  const colorsOf = (element: Element) => {
    const { color, fontSize, fontWeight, textShadow } = styleOf(element);
    const around = [element, element.parentElement, element.parentElement?.parentElement];
    const kinds = around.map((each) => each && [each.tagName, each.getAttribute('class')].join(' '));
    const isOff = element.closest('[disabled], [data-disabled], [aria-disabled="true"], fieldset:disabled');
    const behind = dialog && !element.closest('[role="dialog"]') ? 'behind' : '';
    const text = styleOf(element.parentElement ?? element).color;
    const isInText = [...(element.parentElement?.childNodes ?? [])].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim());
    return short(
      [color, fontSize, fontWeight, textShadow, text, isInText, kinds, Boolean(isOff), behind, backgroundOf(element)].join(),
    );
  };
  const texts = new Set<Element>(document.body.querySelectorAll(controls));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, nodeValue } = walker.currentNode;
    if (parentElement && nodeValue?.trim()) texts.add(parentElement);
  }
  const links = document.body.querySelectorAll('a[href], [role=link]');
  /** Neither hidden, nor only for screen readers, nor moved out of sight. */
  const isShown = (element: Element) => {
    const { width, height, right, bottom } = element.getBoundingClientRect();
    const isInside = right > 0 && bottom + scrollY > 0;
    return width > 1 && height > 1 && isInside && element.checkVisibility({ visibilityProperty: true });
  };
  /** The same text at the same place in the page. */
  const placeOf = (element: Element | null): string =>
    element ? `${placeOf(element.parentElement)}/${element.tagName} ${element.getAttribute('class')}` : '';
  const checkedColors = new Set(colors);
  const fresh = new Map<Element, string>();
  for (const element of new Set([...texts, ...links])) {
    if (!isShown(element)) continue;
    const key = texts.has(element) ? colorsOf(element) : `link ${colorsOf(element)}`;
    const same = short(key + placeOf(element) + element.textContent);
    if (checkedColors.has(key) || checkedColors.has(same)) continue;
    fresh.set(element, key);
    element.setAttribute(mark, '');
  }

  // All rows of a table are alike.
  const rows = 'tbody tr:nth-child(n+5)';
  const regions = [...document.querySelectorAll('header, nav, main, [role="dialog"]')].filter(
    (each) => !each.parentElement?.closest('header, nav, main, [role="dialog"]'),
  );
  /** Everything that rules other than those of colors look at: what is there, its texts, and what can be scrolled. */
  const structureOf = (root: Element, without: Element[]): string => {
    if (without.includes(root) || root.matches(rows) || !root.checkVisibility({ visibilityProperty: true }))
      return '';
    const attributes = [...root.attributes]
      .filter(({ name, value }) => !['class', mark].includes(name) && (name !== 'style' || /spacing/.test(value)))
      .map(({ name, value }) => `${name}=${value}`);
    const isBeyond = root.scrollHeight > root.clientHeight + 12 || root.scrollWidth > root.clientWidth + 12;
    const scrolls = isBeyond && /auto|scroll/.test(`${styleOf(root).overflowX} ${styleOf(root).overflowY}`);
    const children = [...root.childNodes].map((child) =>
      child instanceof Element ? structureOf(child, without) : (child.nodeValue?.trim() ?? ''),
    );
    const hidden = root.getBoundingClientRect().width < 2 ? 'hidden' : '';
    return `<${root.tagName} ${attributes} ${scrolls} ${hidden}>${children.join('')}</>`;
  };
  const structures = new Map<Element, string>();
  if (parts) {
    for (const region of regions) structures.set(region, short(structureOf(region, [])));
    structures.set(document.body, short(document.title + structureOf(document.body, regions)));
  }
  const checkedParts = new Set(parts);
  const newParts = [...structures].filter(([, structure]) => !checkedParts.has(structure));
  const found: string[] = [];
  const passed = new Set<string>();
  const unclear = new Map<Element, string>();
  if (fresh.size > 0 || newParts.length > 0) {
    const isKnown = (each: Element) =>
      !each.querySelector(`[${mark}]`) &&
      (each.matches(rows) || checkedParts.has(structures.get(each) ?? ''));
    const exclude = newParts.length > 0 ? [...document.querySelectorAll(rows), ...regions].filter(isKnown) : [];
    const results = (await engine.run({ include: [document.documentElement], exclude } as never, {
      reporter: 'plain' as never,
      preload: false,
      ...(newParts.length === 0 && { runOnly: colorRules }),
    })) as unknown as Result[];
    for (const { id, violations, passes, incomplete } of results) {
      for (const { node, any } of violations)
        found.push(`${id}: ${node.source.slice(0, 200)} ${any[0]?.message ?? ''}`);
      if (id === 'color-contrast') for (const { node } of passes) passed.add(fresh.get(node.element) ?? '');
      for (const { node, any, none, all } of incomplete)
        if (colorRules.includes(id)) unclear.set(node.element, [...any, ...none, ...all].map((e) => e.message).join());
    }
  }
  for (const element of fresh.keys()) element.removeAttribute(mark);
  // A text that axe could not measure, because something covers it, may stand free elsewhere: only this one is done.
  const done = [...fresh].map(([element, key]) =>
    passed.has(key) || key.startsWith('link') ? key : short(key + placeOf(element) + element.textContent),
  );
  return {
    violations: found,
    colors: [...new Set(done)],
    parts: newParts.map(([, structure]) => structure),
    counts: [texts.size, fresh.size, [...fresh].filter(([, key]) => !passed.has(key)).map(([e,k]) => (unclear.get(e) ?? 'n/a').slice(0,60)+k.slice(0,4)+ e.outerHTML.slice(0, 90)), newParts.length],
  };
}
