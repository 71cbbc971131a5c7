// Figures and verdicts in words.

const digitsOf = { '×': 2, ms: 1, µs: 0, s: 2, MB: 0, '/s': 1, '%': 1, '': 0 };

/** @param {number} value @param {number} digits */
export function figure(value, digits) {
  if (!Number.isFinite(value)) return 'n/a';
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * @param {import('./section.mjs').Spread} spread
 * @param {number} digits
 */
export function spreadInWords({ median, low, high }, digits) {
  const [middle, least, most] = [median, low, high].map((value) => figure(value, digits));
  return least === most ? middle : `${middle} (${least}–${most})`;
}

const withUnit = (text, unit) => (unit === '' ? text : unit === '×' ? `${text}×` : `${text} ${unit}`);

/** @param {import('./section.mjs').Line} line */
export function figureOf({ spread, unit }) {
  return withUnit(spreadInWords(spread, digitsOf[unit]), unit);
}

/** @param {import('./section.mjs').Line} line */
export function targetOf({ target, unit }) {
  if (!target) return '';
  const { min, max } = target;
  const bound = min ?? max;
  const digits =
    Number.isInteger(bound) && unit !== '×' ? 0 : Math.max(1, String(bound).split('.')[1]?.length ?? 0);
  return `${min === undefined ? '≤' : '≥'} ${withUnit(figure(bound, digits), unit)}`;
}

/**
 * By how much a value misses its bound; undefined if it doesn't. Judged as printed.
 * @param {number} value
 * @param {{ bound: import('./section.mjs').Bound, unit: string }} against
 */
export function shortfall(value, { bound, unit }) {
  const digits = digitsOf[unit];
  const rounded = Number(value.toFixed(digits));
  const missing = bound.min === undefined ? rounded - bound.max : bound.min - rounded;
  // NaN is a miss, too.
  if (missing <= 0) return undefined;
  return withUnit(figure(missing, digits), unit);
}

/** @param {import('./section.mjs').Line} line */
export function verdictOf({ spread, target, unit }) {
  if (!target) return '';
  const missing = shortfall(spread.median, { bound: target, unit });
  return missing === undefined ? 'met' : `falls short by ${missing}`;
}
