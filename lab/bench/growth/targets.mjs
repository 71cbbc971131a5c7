import { single } from '../src/report/section.mjs';

/** With a hundred times the rows, a page takes at most twice as long. */
const twice = { max: 2 };

/**
 * Whatever the ratio: a person can't tell this from an answer that takes half as long. One answer in a hundred, on a
 * machine with other work, may take twice that.
 */
const unnoticed = { p50: 20, p99: 40 };

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
  // These say how many members each organization has, exactly: 90,000 here.
  'organizations.createdAt',
  'current.huge',
]);

/**
 * A search that finds 65,000 people, one in fifteen, in an order that the index of searches knows nothing about: each of
 * them has to be read. A person notices that, but within a second they don't lose the thread. They can't use 65,000 results
 * as they are; a full name, or the default order, is answered within the times above.
 */
const sortThousands = new Set(['users.search.common.email']);
const inFlow = { p50: { max: 500 }, p99: { max: 1000 } };

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
  if (sortThousands.has(page.id)) return { ...milliseconds, target: inFlow[name] };
  if (ratio.median > twice.max && large <= unnoticed[name])
    return { ...milliseconds, target: { max: unnoticed[name] } };
  return { ...line, unit: '×', spread: ratio, target: twice };
}
