import { lifetimes } from '@latchkey/contract';
import { type Sweep, sweepBatch, sweepSome } from '../db/sweep-store.ts';

/** Events past their time, with their deliveries. */
const sweepEvents: Sweep = async (db, now) => {
  const kept = new Date(now.getTime() - lifetimes.eventDays * 86_400_000);
  const [row] = await db<{ count: number }[]>`
    WITH gone AS (
      DELETE FROM events WHERE id IN (
        SELECT id FROM events WHERE created_at < ${kept} ORDER BY created_at LIMIT ${sweepBatch} FOR UPDATE SKIP LOCKED)
      RETURNING id),
    unplaced AS (DELETE FROM event_stream s USING gone WHERE s.event_id = gone.id),
    forgotten AS (DELETE FROM webhook_deliveries d USING gone WHERE d.event_id = gone.id)
    SELECT count(*)::int AS count FROM gone`;
  return row?.count ?? 0;
};

const sweepSecrets: Sweep = (db, now) => sweepSome(db, 'webhook_secrets', db`expires_at < ${now}`);

export const webhookSweeps: Sweep[] = [sweepEvents, sweepSecrets];
