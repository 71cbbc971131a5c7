import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pageQuery, paginate } from './pagination.ts';

const Query = z.object(pageQuery({ limit: 20, max: 100 }));

describe('page and limit', () => {
  test('have defaults', () => {
    expect(Query.parse({})).toEqual({ page: 1, limit: 20 });
  });

  test('must be whole numbers above zero', () => {
    expect(Query.parse({ page: '3', limit: '5' })).toEqual({ page: 3, limit: 5 });
    for (const value of ['0', '-1', '1.5', '1e2', ' 1', '01', '+1', 'x', '', ['1', '2']]) {
      expect(Query.safeParse({ page: value }).success).toBe(false);
      expect(Query.safeParse({ limit: value }).success).toBe(false);
    }
  });

  test('clamp a limit above the maximum', () => {
    expect(Query.parse({ limit: '100' }).limit).toBe(100);
    for (const above of ['101', '9999999999', '9'.repeat(400)])
      expect(Query.parse({ limit: above }).limit).toBe(100);
  });

  test('refuse a page number too high for any list', () => {
    expect(Query.safeParse({ page: '9999999999' }).success).toBe(false);
  });
});

describe('pagination', () => {
  test.each([
    [1, 20, 0, { totalPages: 0, hasNextPage: false, hasPrevPage: false }],
    [1, 20, 20, { totalPages: 1, hasNextPage: false, hasPrevPage: false }],
    [1, 20, 21, { totalPages: 2, hasNextPage: true, hasPrevPage: false }],
    [2, 20, 21, { totalPages: 2, hasNextPage: false, hasPrevPage: true }],
    [9, 20, 21, { totalPages: 2, hasNextPage: false, hasPrevPage: true }],
  ])('is right for page %i with limit %i and %i rows', (page, limit, total, rest) => {
    expect(paginate(page, limit, total)).toEqual({ page, limit, total, ...rest });
  });
});
