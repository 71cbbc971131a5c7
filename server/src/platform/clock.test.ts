import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime } from './clock.ts';

test('any time is formatted exactly as toISOString formats it', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (time) => isoTime(time) === time.toISOString()),
    { numRuns: 2000 },
  );
  for (const ms of [0, -1, 1, 86_399_999, 86_400_000, -86_400_000, 8.64e15, -8.64e15])
    expect(isoTime(new Date(ms))).toBe(new Date(ms).toISOString());
});

test('an invalid date throws a RangeError', () => {
  expect(() => isoTime(new Date(Number.NaN))).toThrow(RangeError);
});
