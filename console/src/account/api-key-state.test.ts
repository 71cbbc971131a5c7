import { expect, test } from 'vitest';
import { expiryOf, keyStateOf } from './api-key-state.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const at = (iso: string | null) => ({ revokedAt: null, expiresAt: iso });

test('a key is active until it is revoked or expires', () => {
  expect(keyStateOf(at(null), now).label).toBe('Active');
  expect(keyStateOf(at('2026-06-15T12:00:01.000Z'), now).label).toBe('Active');
  expect(keyStateOf(at('2026-06-15T12:00:00.000Z'), now).label).toBe('Expired');
  const revokedAt = '2026-06-01T00:00:00.000Z';
  expect(keyStateOf({ revokedAt, expiresAt: '2026-06-10T00:00:00.000Z' }, now).label).toBe('Revoked');
});

test('a preset expiry counts from now, and never maps to null', () => {
  expect(expiryOf('30', now)).toBe('2026-07-15T12:00:00.000Z');
  expect(expiryOf('never', now)).toBeNull();
});
