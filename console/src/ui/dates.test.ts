import { languages } from '@latchkey/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { english } from '../../testing/english.ts';
import { setTexts } from '../language/texts.ts';
import {
  addDays,
  dayOf,
  endOfDay,
  formatDateTime,
  formatRelative,
  formatStamp,
  startOfDay,
} from './dates.ts';

afterEach(() => vi.unstubAllEnvs());
const inZone = (zone: string) => vi.stubEnv('TZ', zone);

describe('a day', () => {
  test("is the reader's local day, not the UTC day", () => {
    const moment = new Date('2026-03-09T02:30:00Z');
    inZone('America/New_York');
    expect(dayOf(moment)).toBe('2026-03-08');
    inZone('Asia/Tokyo');
    expect(dayOf(moment)).toBe('2026-03-09');
  });

  test('steps correctly across months, years and leap days', () => {
    inZone('Europe/Berlin');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
    expect(addDays('2026-03-03', -6)).toBe('2026-02-25');
  });

  test('is neither skipped nor repeated when the clocks change', () => {
    inZone('Europe/Berlin');
    expect(addDays('2026-03-28', 1)).toBe('2026-03-29');
    expect(addDays('2026-03-29', 1)).toBe('2026-03-30');
    expect(addDays('2026-10-25', 1)).toBe('2026-10-26');
  });

  test('starts at midnight and ends a millisecond before the next, even with 23 or 25 hours', () => {
    inZone('Europe/Berlin');
    expect(startOfDay('2026-07-01').toISOString()).toBe('2026-06-30T22:00:00.000Z');
    expect(endOfDay('2026-07-01').toISOString()).toBe('2026-07-01T21:59:59.999Z');
    const hours = (day: string) => (endOfDay(day).getTime() + 1 - startOfDay(day).getTime()) / 3_600_000;
    expect(hours('2026-03-29')).toBe(23);
    expect(hours('2026-10-25')).toBe(25);
  });
});

describe('relative time', () => {
  const now = Date.parse('2026-06-15T12:00:00Z');
  test.each([
    ['2026-06-15T11:59:30Z', 'just now'],
    ['2026-06-15T11:57:00Z', '3 minutes ago'],
    ['2026-06-15T09:30:00Z', '2 hours ago'],
    ['2026-06-14T11:00:00Z', 'yesterday'],
    ['2026-06-09T11:00:00Z', '6 days ago'],
    ['2026-03-01T12:00:00Z', '3 months ago'],
    ['2024-01-01T12:00:00Z', '2 years ago'],
    ['2026-06-17T13:00:00Z', 'in 2 days'],
  ])('%s is shown as %s', (iso, words) => {
    expect(formatRelative(iso, now)).toBe(words);
  });
});

describe('the hour', () => {
  afterEach(() => setTexts('en', english));

  test.each(Object.keys(languages))('has as many digits in a list as elsewhere: %s', (locale) => {
    setTexts(locale, {});
    const early = '2026-03-09T01:25:00';
    const written = (timeStyle: 'short' | 'medium') =>
      new RegExp(
        `(?<!\\p{N})${new Intl.DateTimeFormat(locale, { timeStyle }).format(new Date(early))}$`,
        'u',
      );
    expect(formatDateTime(early)).toMatch(written('short'));
    expect(formatStamp(early)).toMatch(written('medium'));
  });
});
