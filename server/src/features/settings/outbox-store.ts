import type { Db } from '../../platform/db/sql.ts';
import type { Outboxes } from '../../platform/metrics.ts';

/** How much waits to be sent, and since when. An event with nowhere to go is not waiting. */
export async function readOutboxes(db: Db, now: Date): Promise<Outboxes> {
  const rows = await db<{ kind: string; pending: number; oldest: Date | null }[]>`
    SELECT 'mail' AS kind, count(*)::int AS pending, min(created_at) AS oldest FROM emails WHERE status = 'PENDING'
    UNION ALL
    SELECT 'webhook', count(*)::int, min(created_at) FROM webhook_deliveries WHERE status = 'PENDING'
    UNION ALL
    SELECT 'logout', count(*)::int, min(created_at) FROM logout_notices`;
  return rows.map(({ kind, pending, oldest }) => ({
    kind,
    pending,
    oldestSeconds: oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1000) : 0,
  }));
}
