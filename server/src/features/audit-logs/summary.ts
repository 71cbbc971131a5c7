import { auditSummaryLimits } from '@latchkey/contract';
import type { Context } from '../../identity/caller/caller.ts';
import type { Db } from '../../platform/db/sql.ts';
import { snapshot } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import { findEmails, isCounted } from './count-store.ts';
import {
  type AuditFilter,
  contradicts,
  endOf,
  extent,
  type ResolvedFilter,
  type Span,
} from './entry-store.ts';
import { filterForCaller } from './policy.ts';
import { type Bar, countSpans, type Failures, groupFailures, sumSpans } from './summary-store.ts';

const minute = 60_000;
const day = 86_400_000;
/** More than this is drawn by days. */
const finestMs = 2 * day;
const fineSteps = [1, 5, 15, 60].map((minutes) => minutes * minute);

export type Summary = Failures & { bars: Bar[]; tooBroad?: boolean };

/** What the list with the same filters holds, over time. */
export async function auditSummary(
  { deps, caller, origin }: Context,
  query: AuditFilter,
): Promise<Summary | Refusal<'VALIDATION_FAILED'>> {
  const filter = filterForCaller(caller, query);
  if (isRefusal(filter)) return filter;
  return snapshot(deps.sql, async (tx) => {
    const resolved = await resolve(tx, filter);
    const span = await spanOf(tx, filter, origin.now);
    if (!resolved) return { bars: [], tooBroad: true, reasons: [], addresses: [] };
    if (!span) return { bars: [], reasons: [], addresses: [] };
    const [bars, failures] = await Promise.all([
      draw(tx, resolved, barsIn(span)),
      groupFailures(tx, resolved, span),
    ]);
    return { bars, ...failures };
  });
}

/** With more addresses than this, each bar would have to look for all of them. */
const severalEmails = 100;

/** Undefined: its entries can be found only by reading the others, too. */
async function resolve(db: Db, filter: AuditFilter): Promise<ResolvedFilter | undefined> {
  if (!filter.userEmail) return filter;
  const emails = await findEmails(db, filter.userEmail);
  if (emails === 'many' || emails.among.length > severalEmails) return undefined;
  return { ...filter, among: emails.among };
}

/** Nothing is drawn from before the trail begins. */
async function spanOf(db: Db, filter: AuditFilter, now: Date): Promise<Span | undefined> {
  const all = await extent(db);
  if (!all) return undefined;
  const high = Math.min(endOf(filter)?.getTime() ?? Number.POSITIVE_INFINITY, now.getTime() + 1);
  const low = Math.max(filter.from?.getTime() ?? high - 7 * day, all.low.getTime());
  return low < high ? { low: new Date(low), high: new Date(high) } : undefined;
}

/** Spans that begin at whole minutes, hours or days, except at the ends. */
export function barsIn({ low, high }: Span): Span[] {
  const length = high.getTime() - low.getTime();
  const step =
    length <= finestMs
      ? (fineSteps.find((fine) => length / fine <= auditSummaryLimits.bars - 1) ?? 60 * minute)
      : Math.ceil(length / day / (auditSummaryLimits.bars - 1)) * day;
  const bars: Span[] = [];
  for (let begin = low.getTime(); begin < high.getTime(); ) {
    const end = Math.min((Math.floor(begin / step) + 1) * step, high.getTime());
    bars.push({ low: new Date(begin), high: new Date(end) });
    begin = end;
  }
  return bars;
}

const isWhole = ({ low, high }: Span) => low.getTime() % day === 0 && high.getTime() % day === 0;

/** Whole days come from the daily figures where there are any for the filter. */
async function draw(db: Db, filter: ResolvedFilter, bars: readonly Span[]): Promise<Bar[]> {
  const { organizationId, userEmail, userId, ipAddress, reason } = filter;
  const isCountedByDay =
    !(userEmail || userId || ipAddress || reason || contradicts(filter)) &&
    (await isCounted(db, organizationId));
  const whole = isCountedByDay && !(filter.action && filter.category) ? bars.filter(isWhole) : [];
  const others = bars.filter((bar) => !whole.includes(bar));
  const drawn = [...(await sumSpans(db, filter, whole)), ...(await countSpans(db, filter, others))];
  return drawn.sort((one, other) => one.low.getTime() - other.low.getTime());
}
