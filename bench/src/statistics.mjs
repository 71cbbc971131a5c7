// Pure arithmetic: what a run's figures come to.

/** @typedef {{ median: number, low: number, high: number }} Spread */

/** @param {readonly number[]} values */
export function median(values) {
  if (values.length === 0) throw new RangeError('there is no median of nothing');
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * @param {readonly number[]} values
 * @returns {Spread}
 */
export function spreadOf(values) {
  return { median: median(values), low: Math.min(...values), high: Math.max(...values) };
}

/**
 * Round by round, so that whatever slowed the machine down in a round slowed both sides of its ratio.
 * @param {readonly number[]} ours
 * @param {readonly number[]} theirs
 */
export function ratioSpread(ours, theirs) {
  if (ours.length !== theirs.length) throw new RangeError('a ratio needs both sides of every round');
  return spreadOf(ours.map((value, round) => value / theirs[round]));
}

/**
 * The smallest value that so many percent of all values do not pass.
 * @param {readonly number[]} values
 * @param {number} percent
 */
export function percentile(values, percent) {
  if (values.length === 0) throw new RangeError('there is no percentile of nothing');
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
}

/**
 * Events a second between the first and the last of those within a window: a slow event that the window cuts off at its
 * start or end does not count as a missing one.
 * @param {readonly number[]} momentsMs when each event ended
 * @param {number} from
 */
export function rateBetween(momentsMs, from) {
  const within = momentsMs.filter((moment) => moment >= from).sort((one, other) => one - other);
  if (within.length < 2) return 0;
  return ((within.length - 1) * 1000) / (within[within.length - 1] - within[0]);
}
