import { expect, test } from 'vitest';
import { breaches, unmeasured } from './budget.mjs';

const line = (id, unit, value) => ({
  id,
  text: `the ${id}`,
  unit,
  spread: { median: value, low: 0, high: 99 },
});

test('a figure below its least is named, with by how much', () => {
  const budget = { speed: { min: 0.9 } };
  expect(breaches(budget, [line('speed', '×', 0.9)])).toEqual([]);
  expect(breaches(budget, [line('speed', '×', 0.75)])).toEqual([
    'the speed: 0.75 (0.00–99.00)×, budget ≥ 0.9×, missed by 0.15× (speed)',
  ]);
});

test('so is one above its most', () => {
  const budget = { late: { max: 0 } };
  expect(breaches(budget, [line('late', '', 0)])).toEqual([]);
  expect(breaches(budget, [line('late', '', 2)])).toHaveLength(1);
});

test('a figure that is no number keeps no budget', () => {
  expect(breaches({ speed: { min: 0 } }, [line('speed', '×', Number.NaN)])).toHaveLength(1);
});

test('what was not measured breaks nothing, and is named', () => {
  const budget = { speed: { min: 0.9 }, gone: { min: 1 } };
  const lines = [line('speed', '×', 1), line('other', '×', 0)];
  expect(breaches(budget, lines)).toEqual([]);
  expect(unmeasured(budget, lines)).toEqual(['gone']);
});
