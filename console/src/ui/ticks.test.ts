import { expect, test } from 'vitest';
import { ticksFor } from './ticks.ts';

test.each([
  [0, 4, [0, 1]],
  [1, 4, [0, 1]],
  [3, 4, [0, 1, 2, 3]],
  [7, 4, [0, 2, 4, 6, 8]],
  [51, 4, [0, 20, 40, 60]],
  [950, 2, [0, 500, 1000]],
])('up to %d, in %d steps at most: %j', (most, count, ticks) => {
  expect(ticksFor(most, count)).toEqual(ticks);
});
