import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What the color scheme can break. Everything else depends only on the structure, which both schemes share. */
const colorRules = ['color-contrast', 'link-in-text-block'];
/** On each text whose colors weren't measured yet: the rules of colors look at no others. */
const mark = 'data-not-checked';
/** All that decides on the colors of a page. Changing it here takes no frame to draw. */
export const schemeAttribute = 'data-mantine-color-scheme';

/** Through the debugger, which the page's content security policy doesn't restrict. */
async function injectAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  await page.evaluate(axe.source);
  await page.evaluate((attribute) => {
    const { axe: engine } = window as unknown as { axe: typeof import('axe-core') };
    engine.configure({
      // The text of each element takes long to write. Only those that break a rule are shown.
      noHtml: true,
      rules: [
        { id: 'color-contrast', selector: `[${attribute}]` },
        { id: 'link-in-text-block', selector: `a[href][${attribute}], [role=link][${attribute}]` },
      ],
    });
    // As they are: the other reporters write a path to each element, which takes longer than many rules.
    const asTheyAre = (results: object, _options: object, done: (all: object) => void) => done(results);
    engine.addReporter('plain', asTheyAre as never);
  }, mark);
}

export type Scheme = 'light' | 'dark';
const bothSchemes: readonly Scheme[] = ['dark', 'light'];

/**
 * Finds what axe objects to on pages. A part of a page that was checked before, with the same elements, texts and scroll
 * bars, isn't checked again, nor are colors that were measured on the same kind of element, at any width.
 */
export function createChecker() {
  const colorsSeen = new Set<string>();
  const partsSeen = new Set<string>();
  return {
    /** Each rule that the page breaks as it is now, in these color schemes, and where. */
    async violations(page: Page, schemes = bothSchemes): Promise<Record<Scheme, string[]>> {
      await injectAxe(page);
      const known = { colors: [...colorsSeen], parts: [...partsSeen] };
      const found = await page.evaluate(check, { ...known, schemes, colorRules, mark, schemeAttribute });
      for (const each of found.colors) colorsSeen.add(each);
      for (const each of found.parts) partsSeen.add(each);
      return found.violations;
    },
  };
}

type Known = {
  colors: string[];
  parts: string[];
  schemes: readonly Scheme[];
  colorRules: string[];
  mark: string;
  schemeAttribute: string;
};
type Checked = { node: { element: Element }; any: { message: string }[] };
type Result = { id: string; violations: Checked[]; passes: Checked[] };

/** Runs in the page. */
async function check({ colors, parts, schemes, colorRules, mark, schemeAttribute }: Known) {
  const { axe: engine } = window as unknown as { axe: typeof import('axe-core') };
  const short = (text: string) => {
    let [one, other] = [0xdeadbeef, 0x41c6ce57];
    for (let at = 0; at < text.length; at++) {
      one = Math.imul(one ^ text.charCodeAt(at), 2654435761);
      other = Math.imul(other ^ text.charCodeAt(at), 1597334677);
    }
    return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}`;
  };
  /** Without the class that a component makes up for its own styles: it is another one on each page. */
  const classOf = (element: Element) => element.getAttribute('class')?.replace(/__m__-\S+/g, '');
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element) => {
    const style = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, style);
    return style;
  };
  const clear = 'rgba(0, 0, 0, 0)';
  const backgrounds = new Map<Element, string>();
  /** What an element and everything around it paints behind a text. */
  const backgroundOf = (element: Element | null): string => {
    if (!element) return '';
    const known = backgrounds.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = styleOf(element);
    const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join(' ');
    const all =
      backgroundOf(element.parentElement) + (own === `${clear} none 1 none normal` ? '' : `/${own}`);
    backgrounds.set(element, all);
    return all;
  };
  /** Elements that aren't around a text and may paint over or under it. */
  const overlapOf = (element: Element): Element[] => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return document
      .elementsFromPoint(x + width / 2, y + height / 2)
      .filter((other) => !other.contains(element) && !element.contains(other));
  };
  const dialog = document.querySelector('[role="dialog"]');
  /** What kind of element a text is in, three levels up. */
  const kindOf = (element: Element) => {
    const { parentElement: parent } = element;
    const kinds = [element, parent, parent?.parentElement].map((each) =>
      each ? `${each.tagName} ${classOf(each)}` : '',
    );
    const isOff = element.closest('[disabled], [data-disabled], [aria-disabled="true"], fieldset:disabled');
    const isBehind = dialog && !element.closest('[role="dialog"]');
    const isInText = [...(parent?.childNodes ?? [])].some(
      ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim(),
    );
    return [kinds, Boolean(isOff), Boolean(isBehind), isInText].join();
  };
  /** The colors of a text, and of what is around and over it. */
  const colorsOf = (element: Element, overlap: Element[]) => {
    const { color, fontSize, fontWeight, textShadow } = styleOf(element);
    const { parentElement: parent } = element;
    const over = overlap
      .map((other) => styleOf(other).backgroundColor)
      .filter((background) => background !== clear);
    const around = [parent && styleOf(parent).color, backgroundOf(element), over.join('/')];
    return [color, fontSize, fontWeight, textShadow, ...around].join();
  };
  /** Neither hidden, nor only for screen readers, nor moved out of sight. */
  const isShown = (element: Element) => {
    const { width, height, right, bottom } = element.getBoundingClientRect();
    const isInside = right > 0 && bottom + scrollY > 0;
    return width > 1 && height > 1 && isInside && element.checkVisibility({ visibilityProperty: true });
  };
  const placeOf = (element: Element | null): string =>
    element ? `${placeOf(element.parentElement)}/${element.tagName} ${classOf(element)}` : '';
  /** This text at this place, in these colors. */
  const single = (element: Element, key: string) => short(key + placeOf(element) + element.textContent);

  const texts = new Set<Element>(
    document.body.querySelectorAll('input:not([type=hidden]), select, textarea'),
  );
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, nodeValue } = walker.currentNode;
    if (parentElement && nodeValue?.trim()) texts.add(parentElement);
  }
  const links = document.body.querySelectorAll('a[href], [role=link]');
  const shown = [...new Set([...texts, ...links])].filter(isShown).map((element) => {
    const kind = `${texts.has(element) ? '' : 'link '}${kindOf(element)}`;
    return { element, kind, overlap: overlapOf(element) };
  });

  // All rows of a table are alike.
  const rows = 'tbody tr:nth-child(n+5)';
  const region = 'header, nav, main, [role="dialog"]';
  const regions = [...document.querySelectorAll(region)].filter(
    (each) => !each.parentElement?.closest(region),
  );
  let ids: string[] = [];
  /** IDs that a component makes up are others on each page. Which of them are the same counts, and whether they lead anywhere. */
  const numbered = (value: string) =>
    value.replace(/\b(mantine-\w+|_r_\w+_)[\w-]*/g, (whole, id: string) => {
      if (!ids.includes(id)) ids.push(id);
      return `${ids.indexOf(id)}${whole.slice(id.length)}${document.getElementById(whole) ? '' : ' leads nowhere'}`;
    });
  /** Everything that other rules look at: which elements are visible, their attributes and texts, and what scrolls. */
  const structureOf = (root: Element, without: Element[]): string => {
    const isVisible = root.checkVisibility({ visibilityProperty: true });
    if (!isVisible || without.includes(root) || root.matches(rows)) return '';
    const attributes = [...root.attributes]
      .filter(
        ({ name, value }) => !['class', mark].includes(name) && (name !== 'style' || /spacing/.test(value)),
      )
      .map(({ name, value }) => `${name}=${numbered(value)}`);
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = root;
    const isLarger = scrollHeight > clientHeight + 12 || scrollWidth > clientWidth + 12;
    const scrolls = isLarger && /auto|scroll/.test(`${styleOf(root).overflowX} ${styleOf(root).overflowY}`);
    const isSeen = root.getBoundingClientRect().width > 1;
    const children = [...root.childNodes].map((child) =>
      child instanceof Element ? structureOf(child, without) : (child.nodeValue?.trim() ?? ''),
    );
    return `<${root.tagName} ${attributes} ${scrolls} ${isSeen}>${children.join('')}</>`;
  };
  const structures = new Map<Element, string>();
  for (const each of regions) {
    ids = [];
    structures.set(each, short(structureOf(each, [])));
  }
  ids = [];
  structures.set(document.body, short(document.title + structureOf(document.body, regions)));
  /** The landmarks of the page. Some rules compare them with each other, so a page with other ones is checked as a whole. */
  const landmarks = [...document.querySelectorAll('header, nav, main, aside, footer')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((each) => [each.tagName, each.role, each.ariaLabel, each.getAttribute('aria-labelledby')].join());
  const page = short(numbered(landmarks.join('/')));
  const checkedParts = new Set(parts);
  const newParts = [...structures.values(), page].filter((structure) => !checkedParts.has(structure));
  const isKnown = (each: Element) =>
    !each.querySelector(`[${mark}]`) &&
    (each.matches(rows) || (checkedParts.has(page) && checkedParts.has(structures.get(each) ?? '')));

  const checkedColors = new Set(colors);
  const done = new Set<string>();
  /** Colors that weren't measured yet, and all other rules if `whole`. */
  const violationsIn = async (scheme: string, whole: boolean) => {
    document.documentElement.setAttribute(schemeAttribute, scheme);
    // Colors on their way from one scheme to the other don't count.
    for (const each of document.getAnimations())
      if (each.effect?.getTiming().iterations !== Infinity) each.finish();
    backgrounds.clear();
    const fresh = new Map<Element, string>();
    for (const { element, kind, overlap } of shown) {
      const key = short(`${scheme} ${kind} ${colorsOf(element, overlap)}`);
      if (checkedColors.has(key) || checkedColors.has(single(element, key))) continue;
      fresh.set(element, key);
    }
    const found: string[] = [];
    const passed = new Set<string>();
    const failed = new Set<string>();
    /** Measures the colors of these, and checks all other rules if `all`. */
    const run = async (elements: Element[], all: boolean) => {
      for (const each of elements) each.setAttribute(mark, '');
      const exclude = all ? [...document.querySelectorAll(rows), ...regions].filter(isKnown) : [];
      const results = (await engine.run({ include: [document.documentElement], exclude } as never, {
        reporter: 'plain' as never,
        preload: false,
        ...(!all && { runOnly: colorRules }),
      })) as unknown as Result[];
      for (const each of elements) each.removeAttribute(mark);
      for (const { id, violations, passes } of results) {
        for (const { node, any } of violations) {
          found.push(`${id}: ${node.element.outerHTML.slice(0, 200)} ${any[0]?.message ?? ''}`);
          if (colorRules.includes(id)) failed.add(fresh.get(node.element) ?? '');
        }
        if (id === 'color-contrast') for (const { node } of passes) passed.add(fresh.get(node.element) ?? '');
      }
    };
    const firsts = new Map([...fresh].reverse().map(([element, key]) => [key, element]));
    if (fresh.size > 0 || whole) await run([...firsts.values()], whole);
    // Something may cover the first of its kind, and not the others.
    const rest = [...fresh].filter(
      ([element, key]) => firsts.get(key) !== element && !passed.has(key) && !failed.has(key),
    );
    if (rest.length > 0)
      await run(
        rest.map(([element]) => element),
        false,
      );
    // A text that axe couldn't measure, because something covers it, may stand free elsewhere: only this one is done.
    for (const [element, key] of fresh)
      done.add(passed.has(key) || !texts.has(element) ? key : single(element, key));
    return found;
  };
  const violations: Record<Scheme, string[]> = { light: [], dark: [] };
  for (const [nth, scheme] of schemes.entries())
    violations[scheme] = await violationsIn(scheme, nth === schemes.length - 1 && newParts.length > 0);
  return { violations, colors: [...done], parts: newParts };
}
