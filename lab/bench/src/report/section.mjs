// The results of a section: types that sections and writers share.

/**
 * @typedef {import('../statistics.mjs').Spread} Spread
 * @typedef {{ min?: number, max?: number }} Bound
 * @typedef {{ id: string, text: string, unit: string, spread: Spread, target?: Bound }} Line one figure that is held
 *   against a target
 * @typedef {{ caption: string, columns: string[], digits: number[], rows: (string | number | Spread)[][] }} Table
 * @typedef {{ lines: Line[], headline?: Table, tables?: Table[], notes?: string[] }} Section
 */

/** A figure measured once. @param {number} value */
export function single(value) {
  return { median: value, low: value, high: value };
}
