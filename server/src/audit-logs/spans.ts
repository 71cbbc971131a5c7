import type { Span } from './filter-store.ts';

/**
 * The months of a stretch of time, the newest first: each is a partition. With `growth`, each time so many more of
 * them: what is not found in the newest ones is rare, and soon looked for everywhere.
 */
export function* spansOf({ low, high }: Span, growth = 1): Generator<Span> {
  let months = 1;
  for (let end = high; end > low; months *= growth) {
    const month = new Date(end.getTime() - 1);
    const begin = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() - months + 1, 1));
    yield { low: begin < low ? low : begin, high: end };
    end = begin;
  }
}

/** What a filter leaves of a stretch. Its end is included, to the millisecond. */
export function overlap(all: Span, { from, to }: { from?: Date | undefined; to?: Date | undefined }): Span {
  const low = Math.max(all.low.getTime(), from?.getTime() ?? Number.NEGATIVE_INFINITY);
  const high = Math.min(all.high.getTime(), to ? to.getTime() + 1 : Number.POSITIVE_INFINITY);
  return { low: new Date(low), high: new Date(high) };
}
