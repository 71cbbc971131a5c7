import { expect, test } from 'vitest';
import { formatCountdown } from './countdown.ts';

test('a countdown shows minutes and seconds, and stops at zero', () => {
  expect(formatCountdown(75)).toBe('1:15');
  expect(formatCountdown(9.2)).toBe('0:10');
  expect(formatCountdown(-3)).toBe('0:00');
});
