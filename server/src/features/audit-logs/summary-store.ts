import { type AuditAction, auditSummaryLimits, categoryOf, failedSignIns } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';
import { dateOf, figures } from './count-store.ts';
import { matching, type ResolvedFilter, type Span } from './entry-store.ts';

export type Bar = Span & { events: number; failures: number; atLeast?: boolean };
type Counted = { low: Date; events: number; failures: number };

const { perBar, failures: perAction, groups } = auditSummaryLimits;

/** Counts the entries of each span one by one, up to a limit. */
export async function countSpans(db: Db, filter: ResolvedFilter, spans: readonly Span[]): Promise<Bar[]> {
  const rows = await db<Counted[]>`
    SELECT span.low, counted.*
      FROM unnest(${spans.map(({ low }) => low.toISOString())}::text[]::timestamptz[],
                  ${spans.map(({ high }) => high.toISOString())}::text[]::timestamptz[]) AS span (low, high),
           LATERAL (SELECT count(*)::int AS events,
                           (count(*) FILTER (WHERE action = ANY(${[...failedSignIns]}::text[])))::int AS failures
                      FROM (SELECT action ${matching(db, filter)}
                               AND created_at >= span.low AND created_at < span.high
                             LIMIT ${perBar + 1}) AS hits) AS counted`;
  return merge(spans, rows).map((bar) => ({
    ...bar,
    events: Math.min(bar.events, perBar),
    failures: Math.min(bar.failures, perBar),
    ...(bar.events > perBar && { atLeast: true }),
  }));
}

/** The same for spans of whole days, from the daily figures. */
export async function sumSpans(db: Db, filter: ResolvedFilter, spans: readonly Span[]): Promise<Bar[]> {
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return [];
  const { folded, unfolded } = figures(db, filter.organizationId);
  const key = filter.action ?? filter.category ?? 'events';
  const failed = failedSignIns.filter(
    (action) => key === action || key === 'events' || key === 'authentication',
  );
  const within = db`AND day >= ${dateOf(first.low)}::date AND day < ${dateOf(last.high)}::date`;
  const rows = await db<Counted[]>`
    WITH days AS (
      SELECT day, counts FROM ${folded} ${within}
      UNION ALL
      SELECT day, jsonb_build_object('events', n, category, n, action, n) FROM ${unfolded} ${within})
    SELECT span.low, counted.*
      FROM unnest(${spans.map(({ low }) => low.toISOString())}::text[]::timestamptz[],
                  ${spans.map(({ high }) => high.toISOString())}::text[]::timestamptz[]) AS span (low, high),
           LATERAL (SELECT coalesce(sum((counts ->> ${key})::int), 0)::int AS events,
                           coalesce(sum((SELECT sum((counts ->> action)::int)
                                           FROM unnest(${failed}::text[]) AS action)), 0)::int AS failures
                      FROM days
                     WHERE day >= (span.low AT TIME ZONE 'UTC')::date AND day < (span.high AT TIME ZONE 'UTC')::date) AS counted`;
  return merge(spans, rows);
}

function merge(spans: readonly Span[], rows: readonly Counted[]): Bar[] {
  const known = new Map(rows.map((row) => [row.low.getTime(), row]));
  return spans.map(({ low, high }) => {
    const { events = 0, failures = 0 } = known.get(low.getTime()) ?? {};
    return { low, high, events, failures };
  });
}

export type Failures = {
  reasons: { action: AuditAction; reason: string | null; count: number }[];
  addresses: { ipAddress: string; count: number }[];
};

/** The newest failures of each action: every action is walked by itself, so a rare one isn't looked for among others. */
export async function groupFailures(db: Db, filter: ResolvedFilter, span: Span): Promise<Failures> {
  const { action: asked, category, ...others } = filter;
  const actions = failedSignIns.filter(
    (action) => (!asked || asked === action) && (!category || categoryOf(action) === category),
  );
  const failed = db`
    SELECT failure.* FROM unnest(${actions}::text[]) AS kind (name),
           LATERAL (SELECT action, metadata ->> 'reason' AS reason, ip_address ${matching(db, others, span)}
                       AND action = kind.name ORDER BY created_at DESC, id DESC LIMIT ${perAction}) AS failure`;
  const reasons = db<Failures['reasons']>`
    SELECT action, left(reason, 100) AS reason, count(*)::int AS count FROM (${failed}) AS failed
     GROUP BY 1, 2 ORDER BY count DESC, action, reason LIMIT ${groups}`;
  const addresses = db<Failures['addresses']>`
    SELECT ip_address, count(*)::int AS count FROM (${failed}) AS failed WHERE ip_address IS NOT NULL
     GROUP BY 1 ORDER BY count DESC, ip_address LIMIT ${groups}`;
  const [byReason, byAddress] = await Promise.all([reasons, addresses]);
  return { reasons: byReason, addresses: byAddress };
}
