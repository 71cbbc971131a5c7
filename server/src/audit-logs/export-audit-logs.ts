import { Readable } from 'node:stream';
import { AuditEntry, csvLine } from '@latchkey/contract';
import type { Context } from '../caller/caller.ts';
import { snapshot } from '../db/snapshot.ts';
import type { Db, Sql } from '../db/sql.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { findEmails } from './email-store.ts';
import { filterForCaller } from './filter-for-caller.ts';
import type { AuditFilter, ResolvedFilter } from './filter-store.ts';
import { presentEntry } from './present.ts';
import { overlap, type Span, spansOf } from './spans.ts';
import { extent, nextEntries, type PlacedRow } from './store.ts';

export type ExportFormat = 'csv' | 'jsonl';

const batchSize = 1000;
/** A file is kept, so it does not say whether an entry was sealed by then. */
const columns = (Object.keys(AuditEntry.shape) as (keyof AuditEntry)[]).filter((name) => name !== 'sealed');

const formats = {
  csv: { header: csvLine(columns), line: (entry: AuditEntry) => csvLine(columns.map((name) => entry[name])) },
  jsonl: { header: '', line: (entry: AuditEntry) => `${JSON.stringify(entry)}\n` },
};

/** Everything the caller may see and asks for, read as fast as the client takes it. */
export async function exportAuditLogs(
  { deps, caller }: Context,
  query: AuditFilter & { format: ExportFormat },
): Promise<Readable | Refusal<'VALIDATION_FAILED'>> {
  const filter = filterForCaller(caller, query);
  if (isRefusal(filter)) return filter;
  const text = auditText(deps.sql, filter, query.format);
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
  sql: Sql,
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
 * snapshot for as long as the slowest client takes: a few of those could starve everyone else.
 */
async function* batches(sql: Sql, filter: AuditFilter): AsyncGenerator<PlacedRow[]> {
  const { resolved, all } = await snapshot(sql, async (tx) => ({
    resolved: await resolve(tx, filter),
    all: await extent(tx),
  }));
  for (const span of all ? spansOf(overlap(all, filter)) : []) yield* batchesOf(sql, { ...resolved, span });
}

async function* batchesOf(sql: Sql, filter: ResolvedFilter & { span: Span }): AsyncGenerator<PlacedRow[]> {
  let last: PlacedRow | undefined;
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
