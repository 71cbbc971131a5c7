import { expect, test } from 'vitest';
import { laneOf } from './guess-secret.ts';

const addressOf = (ipAddress: string | null) => laneOf('sign-in', 'ada@example.com', { ipAddress }).address;

test('all addresses in an IPv6 /64 share one lane', () => {
  expect(addressOf('2001:db8:1:2::1')).toBe(addressOf('2001:db8:1:2:ffff::7'));
  expect(addressOf('2001:db8:1:2::1')).not.toBe(addressOf('2001:db8:1:3::1'));
});

test('each IPv4 address has its own lane', () => {
  expect(addressOf('198.51.100.7')).not.toBe(addressOf('198.51.100.8'));
  expect(addressOf(null)).toBe('');
});
