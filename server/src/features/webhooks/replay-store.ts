import type { Db } from '../../platform/db/sql.ts';
import type { PlacedEvent } from './stream-store.ts';

export type Replay = {
  webhookId: string;
  organizationId: string | null;
  events: string[];
  since: Date;
  after: string;
  until: string;
};

/** From the first event since then to the last there is. A replay under way goes back to the earlier of the two. */
export async function startReplay(tx: Db, webhookId: string, since: Date): Promise<void> {
  await tx`
    UPDATE webhooks SET
      replay_since = least(CASE WHEN replay_after IS NOT NULL THEN replay_since END, ${since}),
      replay_after = least(replay_after,
        (SELECT coalesce(min(position), 1) - 1 FROM event_stream WHERE created_at >= ${since})),
      replay_until = (SELECT coalesce(max(position), 0) FROM event_stream)
     WHERE id = ${webhookId}`;
}

/** A replay that can continue, since little of what it sent is still on its way. Held until the transaction ends. */
export async function lockReplay(tx: Db, mostPending: number): Promise<Replay | undefined> {
  const [row] = await tx<Replay[]>`
    SELECT w.id AS webhook_id, w.organization_id, w.events, w.replay_since AS since, w.replay_after AS after,
           w.replay_until AS until
      FROM webhooks w
     WHERE w.replay_after IS NOT NULL AND (
       SELECT count(*) FROM (
         SELECT 1 FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.status = 'PENDING' LIMIT ${mostPending}) p
       ) < ${mostPending}
     LIMIT 1 FOR NO KEY UPDATE OF w SKIP LOCKED`;
  return row;
}

export async function hasReplay(db: Db): Promise<boolean> {
  const rows = await db`SELECT 1 FROM webhooks WHERE replay_after IS NOT NULL LIMIT 1`;
  return rows.length > 0;
}

/** The next events it passes, whether the endpoint wants them or not. */
export function readReplay(
  tx: Db,
  replay: Replay,
  limit: number,
): Promise<(PlacedEvent & { position: string })[]> {
  const { organizationId, since, after, until } = replay;
  return tx<(PlacedEvent & { position: string })[]>`
    SELECT s.position, e.id, e.type, e.organization_id FROM event_stream s JOIN events e ON e.id = s.event_id
     WHERE s.position > ${after} AND s.position <= ${until} AND s.created_at >= ${since}
       ${organizationId ? tx`AND s.organization_id = ${organizationId}` : tx``}
     ORDER BY s.position LIMIT ${limit}`;
}

/** Null: the replay is done. */
export async function moveReplay(tx: Db, webhookId: string, after: string | null): Promise<void> {
  await tx`UPDATE webhooks SET replay_after = ${after} WHERE id = ${webhookId}`;
}
