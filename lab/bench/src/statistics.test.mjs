import { describe, expect, test } from 'vitest';
import { median, middleSpread, percentile, ratioSpread, spreadOf, steadyRate } from './statistics.mjs';

describe('the median', () => {
  test('is the middle one, or lies between the two in the middle', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([100, 9, 1, 5])).toBe(7);
    expect(median([3])).toBe(3);
  });

  test('orders numbers as numbers, and leaves the list as it was', () => {
    const values = [10, 9, 100];
    expect(median(values)).toBe(10);
    expect(values).toEqual([10, 9, 100]);
  });

  test('of nothing is a mistake', () => {
    expect(() => median([])).toThrow(RangeError);
  });
});

test('a spread has the lowest and the highest beside the median', () => {
  expect(spreadOf([4, 2, 10])).toEqual({ median: 4, low: 2, high: 10 });
});

describe('a ratio', () => {
  test('is taken within each round: a slow round of both sides changes nothing', () => {
    expect(ratioSpread([200, 20, 2000], [100, 10, 1000])).toEqual({ median: 2, low: 2, high: 2 });
  });

  test('needs both sides of every round', () => {
    expect(() => ratioSpread([1, 2], [1])).toThrow(RangeError);
  });
});

test('a percentile is a value that was measured', () => {
  const values = Array.from({ length: 200 }, (_, at) => 200 - at);
  expect(percentile(values, 99)).toBe(198);
  expect(percentile(values, 50)).toBe(100);
  expect(percentile([1, 2, 3], 50)).toBe(2);
  expect(percentile([7], 99)).toBe(7);
  expect(() => percentile([], 99)).toThrow(RangeError);
});

describe('a steady rate', () => {
  test('is the same whether workers keep in step or not', () => {
    expect(steadyRate([500, 500, 1000, 1000, 1500, 1500], 2)).toBe(4);
    expect(steadyRate([250, 500, 750, 1000, 1250, 1500], 2)).toBe(4);
    expect(steadyRate([1500, 500, 1000], 1)).toBe(2);
  });

  test('of too few is a mistake, not an enormous figure', () => {
    expect(() => steadyRate([500, 500, 501], 2)).toThrow(RangeError);
    expect(() => steadyRate([], 2)).toThrow(RangeError);
  });
});

test('the middle half of the rounds says how steady a figure is, whatever single rounds did', () => {
  expect(middleSpread([100, 100, 100, 100, 900])).toBe(0);
  expect(middleSpread([80, 90, 100, 110, 120])).toBeCloseTo(0.2);
});
