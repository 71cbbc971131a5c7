import { single } from '../src/report/section.mjs';

/** With a hundred times the rows, a page takes at most twice as long. */
const twice = { max: 2 };

/** Whatever the ratio: a person can't tell this from an answer that takes half as long. */
const unnoticed = 20;

/**
 * Pages that find thousands of rows where the small database has a hundredth of them, and count them exactly up to
 * 10,000. Twice the time would mean not to count. An answer within 100 ms feels instant, so that is their target; one in
 * a hundred, on a machine with other work, may take twice that.
 */
const felt = { p50: { max: 100 }, p99: { max: 200 } };
const countThousands = new Set([
  'users.search.a rare letter',
  'users.search.a less common name',
  'users.search.a full name',
  'users.search.an address',
  'users.inactive.search',
  'users.huge.search',
  'organizations.search.two letters',
  'organizations.search.a common word',
  'audit.email.two',
  'audit.email.week',
]);

/**
 * A page's figure against its target: the ratio, or milliseconds where those are what a person notices.
 * @param {{ id: string, text: string }} page
 * @param {'p50' | 'p99'} name
 * @param {{ large: number, ratio: import('../src/report/section.mjs').Spread }} figures
 * @returns {import('../src/report/section.mjs').Line}
 */
export function lineOf(page, name, { large, ratio }) {
  const line = { id: `growth.${page.id}.${name}`, text: `${page.text}: ${name}` };
  const milliseconds = { ...line, unit: 'ms', spread: single(large) };
  if (countThousands.has(page.id)) return { ...milliseconds, target: felt[name] };
  if (ratio.median > twice.max && large <= unnoticed) return { ...milliseconds, target: { max: unnoticed } };
  return { ...line, unit: '×', spread: ratio, target: twice };
}
