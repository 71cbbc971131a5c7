import { expect, test } from 'vitest';
import { createLaneTime } from './fair-worker.ts';

function laneTime() {
  const clock = { ms: 0 };
  const time = createLaneTime(1000, () => clock.ms);
  const used = () => {
    const { owners, ms } = time.used();
    return Object.fromEntries(owners.map((owner, index) => [owner, ms[index]]));
  };
  return { clock, time, used };
}

test('a request counts as a whole turn at once, then as long as it takes, then as long as it took', () => {
  const { clock, time, used } = laneTime();
  const [first, second] = [time.begin('a'), time.begin('a')];
  expect(used()).toEqual({ a: 2000 });
  clock.ms = 3000;
  expect(used()).toEqual({ a: 6000 });
  first();
  clock.ms = 4000;
  second();
  expect(used()).toEqual({ a: 7000 });
});

test('many quick requests add up, and a few do not count', () => {
  const { clock, time, used } = laneTime();
  for (const [owner, requests] of [
    ['many', 60],
    ['few', 40],
  ] as const)
    for (let request = 0; request < requests; request++) {
      const end = time.begin(owner);
      clock.ms += 10;
      end();
    }
  expect(used()).toEqual({ many: 600 });
});

test('what was used counts half after ten seconds, and is forgotten in the end', () => {
  const { clock, time, used } = laneTime();
  const end = time.begin('a');
  clock.ms = 8000;
  end();
  clock.ms = 10_000;
  expect(used()).toEqual({ a: 4000 });
  clock.ms = 30_000;
  expect(used()).toEqual({ a: 1000 });
  clock.ms = 60_000;
  expect(used()).toEqual({});
});
