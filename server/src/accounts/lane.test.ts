import { expect, test } from 'vitest';
import { laneOf } from './lane.ts';

const addressOf = (ipAddress: string | null) => laneOf('sign-in', 'ada@example.com', { ipAddress }).address;

test('one IPv6 /64 waits in one lane, whichever of its addresses asks', () => {
  expect(addressOf('2001:db8:1:2::1')).toBe(addressOf('2001:db8:1:2:ffff::7'));
  expect(addressOf('2001:db8:1:2::1')).not.toBe(addressOf('2001:db8:1:3::1'));
});

test('each IPv4 address has a lane of its own', () => {
  expect(addressOf('198.51.100.7')).not.toBe(addressOf('198.51.100.8'));
  expect(addressOf(null)).toBe('');
});
