import { expect, test } from 'vitest';
import { costs, needs, simulateChecks } from './scale.mjs';

// Session cookie in results.md: requests a second and p50 in ms, at 32 and at 128 connections.
const measured = [
  { connections: 32, own: 193, rate: 4770, p50: 6.22 },
  { connections: 128, own: 216, rate: 4196, p50: 28.17 },
];

test.each(measured)(
  'the simulation comes within 15 % of what was measured at $connections connections',
  (point) => {
    const { connections, own } = point;
    const simulated = simulateChecks({ connections, checks: 50_000, own, statement: 300, row: 10 });
    expect(Math.abs(simulated.rate / point.rate - 1)).toBeLessThan(0.15);
    expect(Math.abs(simulated.p50 / point.p50 - 1)).toBeLessThan(0.15);
  },
);

test('a single caller waits for each step in turn', () => {
  const { rate, p50 } = simulateChecks({ connections: 1, checks: 100, own: 200, statement: 300, row: 10 });
  expect(p50).toBeCloseTo(0.51);
  expect(rate).toBeCloseTo(1e6 / 510, -1);
});

test('needs grow with the accounts, and a given rate of checks replaces the usual one', () => {
  const [million, hundred] = [needs(1e6), needs(1e8)];
  expect(hundred.nodeCores / million.nodeCores).toBeCloseTo(100);
  expect(million.hotBytes).toBe(1e6 * (costs.bytes.account + costs.bytes.session));
  expect(needs(1e6, { checksPerSecond: 1e5 }).checks).toBe(1e5);
});
