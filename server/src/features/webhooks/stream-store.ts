import { locks } from '../../platform/db/locks.ts';
import type { Db, Statement } from '../../platform/db/sql.ts';
import type { WebhookScope } from './scope.ts';

/** An event that just got its place in the stream. */
export type PlacedEvent = { id: string; type: string; organizationId: string | null };

/**
 * Held until the transaction ends: one node at a time assigns positions, so a later one is never seen before an earlier
 * one. The server takes the lock back from a node that freezes with it.
 */
export async function lockStream(tx: Db): Promise<void> {
  await tx`SELECT set_config('idle_in_transaction_session_timeout', '10s', true), pg_advisory_xact_lock(${locks.eventStream})`;
}

/** Whether any committed event still waits for its place. */
export async function isQueued(db: Db): Promise<boolean> {
  const rows = await db`SELECT 1 FROM event_queue LIMIT 1`;
  return rows.length > 0;
}

/** Gives the events committed by now their places, in the order they were committed. */
export function placeEvents(tx: Db, limit: number): Promise<PlacedEvent[]> {
  return tx<PlacedEvent[]>`
    WITH taken AS (
      DELETE FROM event_queue WHERE number IN (SELECT number FROM event_queue ORDER BY number LIMIT ${limit})
      RETURNING number, event_id),
    placed AS (
      INSERT INTO event_stream (event_id, organization_id, created_at)
      SELECT e.id, e.organization_id, e.created_at FROM taken t JOIN events e ON e.id = t.event_id ORDER BY t.number
      RETURNING event_id, position)
    SELECT e.id, e.type, e.organization_id FROM placed p JOIN events e ON e.id = p.event_id ORDER BY p.position`;
}

/** An endpoint, with what it wants to hear about. */
export type Listener = { id: string; organizationId: string | null; events: string[] };

/** Those of the service and of these organizations. None of them is deleted before the transaction ends. */
export function findListeners(tx: Db, organizationIds: readonly string[]): Promise<Listener[]> {
  return tx<Listener[]>`
    SELECT id, organization_id, events FROM webhooks
     WHERE enabled AND (organization_id IS NULL OR organization_id = ANY (${[...organizationIds]}::uuid[]))
       FOR KEY SHARE`;
}

/** Event destinations at rest look for themselves what there is for them. Those that aren't will look anyway. */
export function wakeDestinations(tx: Db, organizationIds: readonly string[], now: Date): Statement {
  return tx`
    UPDATE destinations SET due_at = ${now} WHERE id IN (
      SELECT id FROM destinations
       WHERE enabled AND due_at IS NULL
         AND (organization_id IS NULL OR organization_id = ANY (${[...organizationIds]}::uuid[]))
       ORDER BY id FOR NO KEY UPDATE)`;
}

const within = (db: Db, scope: WebhookScope) =>
  scope.of === 'system' ? db`` : db`AND s.organization_id = ${scope.id}`;

export async function findPosition(
  db: Db,
  scope: WebhookScope,
  eventId: string,
): Promise<string | undefined> {
  const [row] = await db<{ position: string }[]>`
    SELECT s.position FROM event_stream s WHERE s.event_id = ${eventId} ${within(db, scope)}`;
  return row?.position;
}

export type StreamedEvent = { id: string; body: string; createdAt: Date; position: string };

export function readStream(
  db: Db,
  scope: WebhookScope,
  { after, limit }: { after: string; limit: number },
): Promise<StreamedEvent[]> {
  return db<StreamedEvent[]>`
    SELECT e.id, e.body, e.created_at, s.position
      FROM event_stream s JOIN events e ON e.id = s.event_id
     WHERE s.position > ${after} ${within(db, scope)} ORDER BY s.position LIMIT ${limit}`;
}
