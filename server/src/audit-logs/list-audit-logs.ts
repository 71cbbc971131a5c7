import { auditActions, auditPage, categoryOf } from '@latchkey/contract';
import { whichAreSealed } from '../audit/seal-store.ts';
import type { AuditRow } from '../audit/store.ts';
import type { Context } from '../caller/caller.ts';
import { snapshot } from '../db/snapshot.ts';
import type { Db } from '../db/sql.ts';
import { estimateAbove, exactTo, type Total } from '../db/total-store.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { findPlace, isCounted } from './count-store.ts';
import { cutByEmail } from './cut-by-email.ts';
import { filterForCaller } from './filter-for-caller.ts';
import { type AuditFilter, matching } from './filter-store.ts';
import { type Cut, cutFromFew, cutFromMany, type Position, readEntries } from './store.ts';
import { walkTrail } from './walk-trail.ts';

type Query = AuditFilter & { page: number; limit: number; export: boolean };
type Page = Total & { entries: AuditRow[]; sealed: ReadonlySet<string>; pageSize: number };

export async function listAuditLogs(
  { deps, caller }: Context,
  query: Query,
): Promise<Page | Refusal<'VALIDATION_FAILED'>> {
  const filter = filterForCaller(caller, query);
  if (isRefusal(filter)) return filter;
  const pageSize = query.export ? query.limit : Math.min(query.limit, auditPage.max);
  return snapshot(deps.sql, async (tx) => {
    const cut = { limit: pageSize, offset: (query.page - 1) * pageSize };
    const { page, ...total } = await cutPage(tx, filter, cut);
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

async function cutPage(tx: Db, filter: AuditFilter, cut: Cut): Promise<Total & { page: Position[] }> {
  if (contradicts(filter)) return { total: 0, page: [] };
  if (filter.userEmail) return cutByEmail(tx, { ...filter, userEmail: filter.userEmail }, cut);
  return (await isCounted(tx, filter.organizationId))
    ? cutByDays(tx, filter, cut)
    : cutUncounted(tx, filter, cut);
}

async function cutByDays(tx: Db, filter: AuditFilter, cut: Cut): Promise<Total & { page: Position[] }> {
  const { total, span, skip } = await findPlace(tx, filter, cut);
  const estimated = total > exactTo && { totalIsEstimate: true as const };
  if (!span) return { total, ...estimated, page: [] };
  const { page } = await cutFromMany(tx, filter, { limit: cut.limit, offset: skip }, span);
  return { total, ...estimated, page };
}

/** An organization with few entries, or with many only since a moment ago. */
async function cutUncounted(tx: Db, filter: AuditFilter, cut: Cut): Promise<Total & { page: Position[] }> {
  const few = await cutFromFew(tx, filter, cut);
  if (few !== 'many') return few;
  return { ...(await estimateAbove(tx, matching(tx, filter))), page: await walkTrail(tx, filter, cut) };
}

/** An action belongs to one category. */
function contradicts({ action, category }: AuditFilter): boolean {
  const known = auditActions.find((name) => name === action);
  return known !== undefined && category !== undefined && categoryOf(known) !== category;
}
