import type { Db } from '../platform/db/sql.ts';
import type { PendingWork } from '../platform/metrics.ts';

/** The highest count reported: counting more would take longer than the metrics may. */
const mostCounted = 100_000;

/** Rows that still have to be folded, sealed or given a place in the stream. */
export function readUpkeep(db: Db): Promise<PendingWork[]> {
  const pending = (kind: string, table: string) => db`
    SELECT ${kind}::text AS kind, count(*)::int AS pending FROM (SELECT FROM ${db(table)} LIMIT ${mostCounted}) AS waiting`;
  return db<PendingWork[]>`
    ${pending('audit-figures', 'audit_unfolded')} UNION ALL ${pending('audit-seals', 'audit_unsealed')} UNION ALL
    ${pending('event-stream', 'event_queue')}`;
}
