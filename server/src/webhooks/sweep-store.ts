import { lifetimes } from '@latchkey/contract';
import type { Db } from '../db/sql.ts';

const batch = 5000;

/** Events past their time, some thousands at once, so that nobody waits for the sweep. */
export async function sweepEvents(db: Db, now: Date): Promise<void> {
  const kept = new Date(now.getTime() - lifetimes.eventDays * 86_400_000);
  for (let swept = batch; swept === batch; ) {
    const [row] = await db<{ count: number }[]>`
      WITH gone AS (
        DELETE FROM events WHERE id IN (SELECT id FROM events WHERE created_at < ${kept} ORDER BY created_at LIMIT ${batch})
        RETURNING id),
      unplaced AS (DELETE FROM event_stream s USING gone WHERE s.event_id = gone.id)
      SELECT count(*)::int AS count FROM gone`;
    swept = row?.count ?? 0;
  }
}
