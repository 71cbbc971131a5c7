import { auditPage } from '@latchkey/contract';
import type { AnyContext } from '../../identity/caller/caller.ts';
import type { LateReading } from '../../identity/deps.ts';
import { estimateAbove, exactTo, type PageSlice, type Total } from '../../platform/db/list-store.ts';
import type { Db, Reading } from '../../platform/db/sql.ts';
import { snapshot } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import type { AuditRow } from '../../records/audit/audit-store.ts';
import { whichAreSealed } from '../../records/audit/seal-store.ts';
import { countOfEmails, findEmails, isCounted, isFarBehind, locatePage } from './count-store.ts';
import {
  type AuditFilter,
  contradicts,
  cutFromFew,
  cutFromMany,
  extent,
  matching,
  overlap,
  type Position,
  type ResolvedFilter,
  readEntries,
  spansOf,
} from './entry-store.ts';
import { filterForCaller } from './policy.ts';

/** A page of matches anywhere in the trail, searched from its newer end. */
async function walkTrail(db: Db, filter: ResolvedFilter, slice: PageSlice): Promise<Position[]> {
  const all = await extent(db);
  const page: Position[] = [];
  let { limit, offset } = slice;
  for (const span of all ? spansOf(overlap(all, filter), 2) : []) {
    const part = await cutFromMany(db, filter, { limit, offset }, span);
    page.push(...part.page);
    limit -= part.page.length;
    offset = Math.max(0, offset - part.found);
    if (limit === 0) break;
  }
  return page;
}

/** With this many it is faster to look for a page in the newest partitions than for everything in all of them. */
const severalEmails = 100;

/** A page of the entries of all users whose address contains the given part. */
async function cutByEmail(
  db: Db,
  filter: AuditFilter & { userEmail: string },
  slice: PageSlice,
): Promise<Total & { page: Position[] }> {
  const { userEmail, ...others } = filter;
  const alone = Object.values(others).every((value) => value === undefined);
  const emails = await findEmails(db, userEmail);
  const resolved = emails === 'many' ? filter : { ...filter, among: emails.among };
  if (alone && emails === 'many')
    return { ...(await totalOfEmails(db, filter)), page: await walkTrail(db, filter, slice) };
  if (alone && emails !== 'many' && emails.among.length > severalEmails) {
    const estimate = emails.entries > exactTo && { totalIsEstimate: true as const };
    return { total: emails.entries, ...estimate, page: await walkTrail(db, resolved, slice) };
  }
  // With other filters, even a common part of an address may match few entries.
  const few = await cutFromFew(db, resolved, slice);
  if (few !== 'many') return few;
  return {
    ...(await estimateAbove(db, matching(db, resolved))),
    page: await walkTrail(db, resolved, slice),
  };
}

async function totalOfEmails(db: Db, filter: AuditFilter & { userEmail: string }): Promise<Total> {
  const total = await countOfEmails(db, filter.userEmail);
  return total === undefined ? estimateAbove(db, matching(db, filter)) : { total };
}

type Query = AuditFilter & { page: number; limit: number };
type Page = Total & { entries: AuditRow[]; sealed: ReadonlySet<string>; pageSize: number };

export async function listAuditLogs(
  { reads, caller }: AnyContext & LateReading,
  query: Query,
): Promise<Page | Refusal<'VALIDATION_FAILED'>> {
  const filter = filterForCaller(caller, query);
  if (isRefusal(filter)) return filter;
  const pageSize = Math.min(query.limit, auditPage.max);
  return snapshot(reads, async (tx) => {
    const slice = { limit: pageSize, offset: (query.page - 1) * pageSize };
    const { page, ...total } = await cutPage(tx, filter, slice);
    const [entries, sealed] = await Promise.all([
      readEntries(tx, page),
      whichAreSealed(
        tx,
        page.map(({ id }) => id),
      ),
    ]);
    return { ...total, entries, sealed, pageSize };
  });
}

/** Which entries a page begins with, and how many there are in all. */
export function findStart(
  reads: Reading,
  filter: AuditFilter,
  offset: number,
): Promise<Total & { first: Position | undefined }> {
  return snapshot(reads, async (tx) => {
    const { page, ...total } = await cutPage(tx, filter, { limit: 1, offset });
    return { ...total, first: page[0] };
  });
}

async function cutPage(tx: Db, filter: AuditFilter, slice: PageSlice): Promise<Total & { page: Position[] }> {
  if (contradicts(filter)) return { total: 0, page: [] };
  if (filter.userEmail) return cutByEmail(tx, { ...filter, userEmail: filter.userEmail }, slice);
  // Indexes of their own find these; the daily figures don't have them.
  if (filter.userId || filter.ipAddress || filter.reason) return cutUncounted(tx, filter, slice);
  const counted = await isCounted(tx, filter.organizationId);
  // After a burst, the first pages are found without the figures; deeper pages use the figures from before it.
  const near = slice.offset <= exactTo && counted && (await isFarBehind(tx));
  return counted && !near ? cutByDays(tx, filter, slice) : cutUncounted(tx, filter, slice);
}

async function cutByDays(
  tx: Db,
  filter: AuditFilter,
  slice: PageSlice,
): Promise<Total & { page: Position[] }> {
  const { total, span, skip } = await locatePage(tx, filter, slice);
  const estimated = total > exactTo && { totalIsEstimate: true as const };
  if (!span) return { total, ...estimated, page: [] };
  const { page } = await cutFromMany(tx, filter, { limit: slice.limit, offset: skip }, span);
  return { total, ...estimated, page };
}

/** An organization with few entries, or with many only since a moment ago. */
async function cutUncounted(
  tx: Db,
  filter: AuditFilter,
  slice: PageSlice,
): Promise<Total & { page: Position[] }> {
  const few = await cutFromFew(tx, filter, slice);
  if (few !== 'many') return few;
  return { ...(await estimateAbove(tx, matching(tx, filter))), page: await walkTrail(tx, filter, slice) };
}
