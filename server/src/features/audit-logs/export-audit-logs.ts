import { Readable } from 'node:stream';
import { AuditEntry, csvLine } from '@latchkey/contract';
import type { AnyContext } from '../../identity/caller/caller.ts';
import type { LateReading } from '../../identity/deps.ts';
import type { Db, Reading } from '../../platform/db/sql.ts';
import { snapshot } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import { whichAreSealed } from '../../records/audit/seal-store.ts';
import { findEmails } from './count-store.ts';
import {
  type AuditFilter,
  extent,
  nextEntries,
  overlap,
  type PlacedRow,
  type Position,
  type ResolvedFilter,
  type Span,
  spansOf,
} from './entry-store.ts';
import { findStart } from './list-audit-logs.ts';
import { filterForCaller } from './policy.ts';
import { presentEntry, presentListed } from './present.ts';

type Snapshots = Pick<Reading, 'begin'>;
export type ExportFormat = 'csv' | 'jsonl';

/** Few enough that many unread answers, each with a batch or two in memory, fit into a small heap. */
const batchSize = 100;
/** A file is kept, so it does not say whether an entry was sealed by then. */
const columns = (Object.keys(AuditEntry.shape) as (keyof AuditEntry)[]).filter((name) => name !== 'sealed');

const formats = {
  csv: { header: csvLine(columns), line: (entry: AuditEntry) => csvLine(columns.map((name) => entry[name])) },
  jsonl: { header: '', line: (entry: AuditEntry) => `${JSON.stringify(entry)}\n` },
};

/** Everything the caller may see and asks for, read as fast as the client takes it. */
export async function exportAuditLogs(
  { reads, caller }: AnyContext & LateReading,
  query: AuditFilter & { format: ExportFormat },
): Promise<Readable | Refusal<'VALIDATION_FAILED'>> {
  const filter = filterForCaller(caller, query);
  if (isRefusal(filter)) return filter;
  const text = auditText(reads, filter, query.format);
  // Read before the answer begins: a failure here is still an ordinary error.
  const first = await text.next();
  return Readable.from(rejoin(first.value ?? '', text), { objectMode: false });
}

async function* rejoin(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/** Everything the filter lets through, one batch at a time. */
export async function* auditText(
  sql: Snapshots,
  filter: AuditFilter,
  format: ExportFormat,
): AsyncGenerator<string> {
  const { header, line } = formats[format];
  let lead = header;
  for await (const rows of batches(sql, filter)) {
    yield lead + rows.map((row) => line(presentEntry(row))).join('');
    lead = '';
  }
  if (lead) yield lead;
}

/**
 * Each batch is a short read of its own that continues where the last one ended. A cursor would hold a connection and a
 * snapshot for as long as the slowest client takes: a few slow clients could starve all other requests.
 */
async function* batches(sql: Snapshots, filter: AuditFilter, first?: Position): AsyncGenerator<PlacedRow[]> {
  const { resolved, all } = await snapshot(sql, async (tx) => ({
    resolved: await resolve(tx, filter),
    all: await extent(tx),
  }));
  const to = first?.createdAt ?? filter.to;
  for (const span of all ? spansOf(overlap(all, { ...filter, to })) : [])
    yield* batchesOf(sql, { ...resolved, span }, first);
}

async function* batchesOf(
  sql: Snapshots,
  filter: ResolvedFilter & { span: Span },
  first: Position | undefined,
): AsyncGenerator<PlacedRow[]> {
  let last: (Position & { included?: boolean }) | undefined = first && { ...first, included: true };
  for (;;) {
    const after = last;
    const rows = await snapshot(sql, (tx) => nextEntries(tx, filter, after, batchSize));
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
  }
}

async function resolve(tx: Db, filter: AuditFilter): Promise<ResolvedFilter> {
  if (!filter.userEmail) return filter;
  const emails = await findEmails(tx, filter.userEmail);
  return emails === 'many' ? filter : { ...filter, among: emails.among };
}

type Query = AuditFilter & { page: number; limit: number };

/** A page of up to 10000 entries, as `listAuditLogs` answers it, but read as fast as the client takes it. */
export async function streamAuditLogs(
  { reads, caller }: AnyContext & LateReading,
  query: Query,
): Promise<Readable | Refusal<'VALIDATION_FAILED'>> {
  const filter = filterForCaller(caller, query);
  if (isRefusal(filter)) return filter;
  const { page, limit: pageSize } = query;
  const { first, total, ...estimate } = await findStart(reads, filter, (page - 1) * pageSize);
  const figures = { total, page, pageSize, totalPages: Math.ceil(total / pageSize), ...estimate };
  async function* text() {
    yield '{"logs":[';
    if (first) yield* entriesFrom(reads, filter as AuditFilter, first, pageSize);
    yield `],${JSON.stringify(figures).slice(1)}`;
  }
  return Readable.from(text(), { objectMode: false });
}

async function* entriesFrom(
  reads: Reading,
  filter: AuditFilter,
  first: Position,
  limit: number,
): AsyncGenerator<string> {
  let left = limit;
  for await (const rows of batches(reads, filter, first)) {
    const wanted: PlacedRow[] = rows.slice(0, left);
    const ids = wanted.map(({ id }) => id);
    const sealed = await reads.single((db) => whichAreSealed(db, ids));
    const text = wanted.map((row) => JSON.stringify(presentListed(row, sealed))).join();
    yield left < limit ? `,${text}` : text;
    left -= wanted.length;
    if (left === 0) return;
  }
}
