import { describe, expect, test } from 'vitest';
import {
  changedSearch,
  directionOf,
  filtersOf,
  isFiltered,
  nextSort,
  oneOf,
  rangeOf,
  valuesOf,
} from './list-search.ts';

const defaults = { page: 1, search: '', role: '', sort: '-createdAt', open: '' };

describe('list state', () => {
  test('comes from the URL, with defaults for the rest', () => {
    expect(valuesOf({ page: '3', role: 'ADMIN', other: 'x' }, defaults)).toEqual({
      ...defaults,
      page: 3,
      role: 'ADMIN',
    });
  });

  test.each(['0', '-1', '2.5', 'two', '', '99999999999'])('treats page %j as page 1', (page) => {
    expect(valuesOf({ page }, defaults).page).toBe(1);
  });

  test('is written to the URL without default values', () => {
    const values = valuesOf({ page: '3', role: 'ADMIN' }, defaults);
    expect(changedSearch(values, { page: 4 }, defaults)).toEqual({ page: '4', role: 'ADMIN' });
    expect(changedSearch(values, { role: '' }, defaults)).toEqual({});
  });

  test('returns to page 1 when the list changes, but keeps the page when an item is opened or closed', () => {
    const values = valuesOf({ page: '3' }, defaults);
    expect(changedSearch(values, { search: 'ada' }, defaults)).toEqual({ search: 'ada' });
    expect(changedSearch(values, { sort: 'email' }, defaults)).toEqual({ sort: 'email' });
    expect(changedSearch(values, { open: 'some-id' }, defaults)).toEqual({ page: '3', open: 'some-id' });
    expect(changedSearch({ ...values, open: 'some-id' }, { open: '' }, defaults)).toEqual({ page: '3' });
  });
});

describe('filters', () => {
  test("don't include the page, the sort order or the open item", () => {
    expect(isFiltered({ ...defaults, page: 2, sort: 'email', open: 'some-id' }, defaults)).toBe(false);
    expect(isFiltered({ ...defaults, search: 'ada' }, defaults)).toBe(true);
  });

  test('can be cleared without losing the sort order, returning to page 1', () => {
    const values = { ...defaults, search: 'ada', sort: 'email', page: 2 };
    expect(changedSearch(values, filtersOf(defaults), defaults)).toEqual({ sort: 'email' });
  });

  test('ignore an unknown choice', () => {
    expect(oneOf(['USER', 'ADMIN'], 'ADMIN')).toBe('ADMIN');
    expect(oneOf(['USER', 'ADMIN'], 'GOD')).toBeUndefined();
    expect(oneOf(['USER', 'ADMIN'], '')).toBeUndefined();
  });
});

describe('a sortable heading', () => {
  test('starts in its default direction, then reverses', () => {
    expect(nextSort('-createdAt', 'email')).toBe('email');
    expect(nextSort('email', 'email')).toBe('-email');
    expect(nextSort('-email', 'email')).toBe('email');
    expect(nextSort('email', '-createdAt')).toBe('-createdAt');
    expect(nextSort('-createdAt', '-createdAt')).toBe('createdAt');
  });

  test('says which way it sorts', () => {
    expect(directionOf('email', 'email')).toBe('ascending');
    expect(directionOf('-createdAt', '-createdAt')).toBe('descending');
    expect(directionOf('createdAt', '-createdAt')).toBe('ascending');
    expect(directionOf('email', '-createdAt')).toBe('none');
  });
});

describe('the range of rows shown', () => {
  test.each([
    [{ page: 1, limit: 20, total: 68, totalPages: 4 }, '1–20 of 68'],
    [{ page: 4, limit: 20, total: 68, totalPages: 4 }, '61–68 of 68'],
    [
      { page: 2, limit: 20, total: 12_345, totalPages: 618, totalIsEstimate: true as const },
      `21–40 of about ${(12_345).toLocaleString()}`,
    ],
    [{ page: 5, limit: 20, total: 68, totalPages: 4 }, undefined],
  ])('is derived from %j', (paging, words) => {
    expect(rangeOf(paging)).toBe(words);
  });
});
