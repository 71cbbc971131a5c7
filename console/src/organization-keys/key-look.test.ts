import { afterEach, expect, test } from 'vitest';
import { english } from '../../testing/english.ts';
import { setTexts } from '../language/texts.ts';
import { limitOf, lookOf } from './key-look.ts';

afterEach(() => setTexts('en', english));

const now = Date.parse('2026-01-01T00:00:00.000Z');
const key = { enabled: true, revokedAt: null, expiresAt: null };

test('a key is active, off, expired or revoked, and the one that lasts longest is shown', () => {
  const past = '2025-12-31T00:00:00.000Z';
  expect(lookOf(key, now).label).toBe('Active');
  expect(lookOf({ ...key, enabled: false }, now).label).toBe('Off');
  expect(lookOf({ ...key, enabled: false, expiresAt: past }, now).label).toBe('Expired');
  expect(lookOf({ ...key, enabled: false, expiresAt: past, revokedAt: past }, now).label).toBe('Revoked');
});

test('a key that is off is shown as such in every language', () => {
  setTexts('de', { ...english, 'account.apiKeys.state.active': 'Aktiv', 'keys.off': 'Aus' });
  expect(lookOf({ ...key, enabled: false }, now).label).toBe('Aus');
  expect(lookOf(key, now).label).toBe('Aktiv');
});

test('a limit is shown with its window', () => {
  expect(limitOf({ rateLimit: { limit: 1000, windowSeconds: 60 } })).toBe('1,000 in 60 s');
  expect(limitOf({ rateLimit: null })).toBeNull();
});
