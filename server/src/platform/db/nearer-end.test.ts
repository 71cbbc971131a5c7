import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearerEnd } from './list-store.ts';

test('a page is the same from either end, and at most half of the list is skipped', () => {
  const sizes = { total: fc.nat(50), limit: fc.integer({ min: 1, max: 12 }), page: fc.nat(20) };
  fc.assert(
    fc.property(fc.record(sizes), ({ total, limit, page }) => {
      const list = Array.from({ length: total }, (_, at) => at);
      const offset = page * limit;
      const cut = nearerEnd({ limit, offset }, total);
      const ordered = cut.backwards ? list.toReversed() : list;
      const rows = ordered.slice(cut.offset, cut.offset + cut.limit);
      expect(cut.backwards ? rows.reverse() : rows).toEqual(list.slice(offset, offset + limit));
      expect(cut.offset).toBeLessThanOrEqual(total / 2);
    }),
  );
});
