// Pure arithmetic on a run's figures.

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
 * Per round, so whatever slowed the machine down in a round slowed both sides of its ratio.
 * @param {readonly number[]} ours
 * @param {readonly number[]} theirs
 */
export function ratioSpread(ours, theirs) {
  if (ours.length !== theirs.length) throw new RangeError('a ratio needs both sides of every round');
  return spreadOf(ours.map((value, round) => value / theirs[round]));
}

/**
 * The smallest value that this percentage of all values doesn't exceed.
 * @param {readonly number[]} values
 * @param {number} percent
 */
export function percentile(values, percent) {
  if (values.length === 0) throw new RangeError('there is no percentile of nothing');
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
}

/**
 * How far the middle half of the rounds lies apart, as a share of their median: a few disturbed rounds don't count, and
 * more rounds can bring it down.
 * @param {readonly number[]} values
 */
export function middleSpread(values) {
  return (percentile(values, 75) - percentile(values, 25)) / median(values);
}

/**
 * What this many workers finish per second, each doing one thing after another. Counted from when each has finished
 * one: workers in step finish together, and neither the first nor the last of such a group says how long it took.
 * @param {readonly number[]} momentsMs when each thing was finished
 * @param {number} workers
 */
export function steadyRate(momentsMs, workers) {
  if (momentsMs.length < workers * 2) throw new RangeError('too few were finished for a rate');
  const sorted = [...momentsMs].sort((one, other) => one - other);
  const [from, to] = [sorted[workers - 1], sorted[sorted.length - 1]];
  return ((sorted.length - workers) * 1000) / (to - from);
}
