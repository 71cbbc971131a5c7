/** A period, its end excluded: it lets PostgreSQL look only at the partitions concerned. */
export type Span = { low: Date; high: Date };

/**
 * The months of a period, newest first: each is a partition. With `growth`, each step takes that many times more of
 * them: what is not in the newest ones is rare, and soon looked for everywhere.
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

/** PostgreSQL and a four-digit ISO year know nothing later. */
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** The end of a filter, excluded. Its last millisecond counts. Undefined when nothing could be later. */
export function endOf({ to }: { to?: Date | undefined }): Date | undefined {
  return to && to.getTime() < latest ? new Date(to.getTime() + 1) : undefined;
}

/** What a filter leaves of a period. */
export function overlap(all: Span, filter: { from?: Date | undefined; to?: Date | undefined }): Span {
  const low = Math.max(all.low.getTime(), filter.from?.getTime() ?? Number.NEGATIVE_INFINITY);
  const high = Math.min(all.high.getTime(), endOf(filter)?.getTime() ?? Number.POSITIVE_INFINITY);
  return { low: new Date(low), high: new Date(high) };
}
