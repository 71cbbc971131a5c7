import { lifetimes } from '@latchkey/contract';
import type { Db } from '../db/sql.ts';

const batch = 5000;

/** Secrets and events past their time, with what was delivered of those: some thousands at once, so that nobody waits. */
export async function sweepEvents(db: Db, now: Date): Promise<void> {
  await db`DELETE FROM webhook_secrets WHERE expires_at < ${now}`;
  const kept = new Date(now.getTime() - lifetimes.eventDays * 86_400_000);
  for (let swept = batch; swept === batch; ) {
    const [row] = await db<{ count: number }[]>`
      WITH gone AS (
        DELETE FROM events WHERE id IN (SELECT id FROM events WHERE created_at < ${kept} ORDER BY created_at LIMIT ${batch})
        RETURNING id),
      unplaced AS (DELETE FROM event_stream s USING gone WHERE s.event_id = gone.id),
      forgotten AS (DELETE FROM webhook_deliveries d USING gone WHERE d.event_id = gone.id)
      SELECT count(*)::int AS count FROM gone`;
    swept = row?.count ?? 0;
  }
}
