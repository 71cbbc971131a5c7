import { figureOf, shortfall, targetOf } from './report/words.mjs';

/** @typedef {Record<string, import('./report/section.mjs').Bound>} Budget by a line's id */

/**
 * Every line that breaks the budget, in words. A line that wasn't measured breaks nothing.
 * @param {Budget} budget
 * @param {import('./report/section.mjs').Line[]} lines
 */
export function breaches(budget, lines) {
  return lines.flatMap((line) => {
    const { id, text, unit, spread } = line;
    const bound = budget[id];
    const missing = bound && shortfall(spread.median, { bound, unit });
    if (missing === undefined) return [];
    const allowed = targetOf({ ...line, target: bound });
    return [`${text}: ${figureOf(line)}, budget ${allowed}, missed by ${missing} (${id})`];
  });
}

/**
 * What the budget names but no section knows: a typo, or a renamed line.
 * @param {Budget} budget
 * @param {import('./report/section.mjs').Line[]} lines
 */
export function unmeasured(budget, lines) {
  const known = new Set(lines.map(({ id }) => id));
  return Object.keys(budget).filter((id) => !known.has(id));
}
