import type { Db } from '../db/sql.ts';
import type { ResolvedFilter } from './filter-store.ts';
import { overlap, spansOf } from './spans.ts';
import { type Cut, cutFromMany, extent, type Position } from './store.ts';

/** A page of matches anywhere in the trail, searched from its newer end. */
export async function walkTrail(db: Db, filter: ResolvedFilter, cut: Cut): Promise<Position[]> {
  const all = await extent(db);
  const page: Position[] = [];
  let { limit, offset } = cut;
  for (const span of all ? spansOf(overlap(all, filter), 2) : []) {
    const part = await cutFromMany(db, filter, { limit, offset }, span);
    page.push(...part.page);
    limit -= part.page.length;
    offset = Math.max(0, offset - part.found);
    if (limit === 0) break;
  }
  return page;
}
