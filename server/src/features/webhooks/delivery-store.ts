import { lifetimes, type WebhookDelivery } from '@latchkey/contract';
import { type Total, totalOf } from '../../platform/db/list-store.ts';
import type { Db } from '../../platform/db/sql.ts';
import { type Sweep, sweepBatch } from '../../platform/db/sweep-store.ts';
import { recallDeliveries } from './queue-store.ts';

export type DeliveryRow = {
  id: string;
  eventId: string;
  type: string;
  status: WebhookDelivery['status'];
  attempts: number;
  responseStatus: number | null;
  error: string | null;
  durationMs: number | null;
  lastAttemptAt: Date | null;
  nextAttemptAt: Date | null;
  createdAt: Date;
};

const columns = (db: Db) => db`
  d.id, d.event_id, d.type, d.status, d.attempts, d.response_status, d.error, d.duration_ms, d.last_attempt_at,
  d.next_attempt_at, d.created_at`;

export type DeliveryFilter = { webhookId: string; status: WebhookDelivery['status'] | undefined };

const matching = (db: Db, { webhookId, status }: DeliveryFilter) => db`
  FROM webhook_deliveries d WHERE d.webhook_id = ${webhookId} ${status ? db`AND d.status = ${status}` : db``}`;

export function totalDeliveries(db: Db, filter: DeliveryFilter): Promise<Total> {
  return totalOf(db, matching(db, filter));
}

/** Newest first. */
export function listDeliveryRows(
  db: Db,
  filter: DeliveryFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<DeliveryRow[]> {
  return db<DeliveryRow[]>`
    SELECT ${columns(db)} ${matching(db, filter)} ORDER BY d.created_at DESC, d.id DESC LIMIT ${limit} OFFSET ${offset}`;
}

export type DeliveryWithBody = DeliveryRow & { body: string };

export async function findDelivery(
  db: Db,
  webhookId: string,
  id: string,
): Promise<DeliveryWithBody | undefined> {
  const [row] = await db<DeliveryWithBody[]>`
    SELECT ${columns(db)}, e.body FROM webhook_deliveries d JOIN events e ON e.id = d.event_id
     WHERE d.id = ${id} AND d.webhook_id = ${webhookId}`;
  return row;
}

export type NewDelivery = { id: string; webhookId: string; event: { id: string; type: string } };

/** Due now. Updates the endpoints' queues. Deliveries are locked last, as everywhere. */
export async function insertDeliveries(tx: Db, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
  if (deliveries.length === 0) return;
  await tx`
    INSERT INTO webhook_deliveries (id, webhook_id, event_id, type, next_attempt_at, created_at)
    SELECT d.id, d.webhook_id, d.event_id, d.type, ${now}, ${now}
      FROM unnest(${deliveries.map(({ id }) => id)}::uuid[], ${deliveries.map(({ webhookId }) => webhookId)}::uuid[],
                  ${deliveries.map(({ event }) => event.id)}::uuid[], ${deliveries.map(({ event }) => event.type)}::text[])
           AS d (id, webhook_id, event_id, type)`;
  // Always written: a worker on a queue right now has not seen these, and would forget them.
  const ids = [...new Set(deliveries.map(({ webhookId }) => webhookId))];
  await tx`UPDATE webhooks SET due_at = least(due_at, ${now}) WHERE id = ANY (${ids}::uuid[])`;
}

/** For one endpoint only, so not part of the stream. */
export async function insertTestEvent(
  tx: Db,
  event: { id: string; type: string; organizationId: string | null; body: string; now: Date },
): Promise<void> {
  const { id, type, organizationId, body, now } = event;
  await tx`
    INSERT INTO events (id, type, organization_id, body, in_stream, created_at)
    VALUES (${id}, ${type}, ${organizationId}, ${body}, false, ${now})`;
}

/** Events past their time, with their deliveries. A destination that had yet to take one of them is marked. */
const sweepEvents: Sweep = async (db, now) => {
  const kept = new Date(now.getTime() - lifetimes.eventDays * 86_400_000);
  const [row] = await db<{ count: number }[]>`
    WITH gone AS (
      DELETE FROM events WHERE id IN (
        SELECT id FROM events WHERE created_at < ${kept} ORDER BY created_at LIMIT ${sweepBatch} FOR UPDATE SKIP LOCKED)
      RETURNING id, type),
    unplaced AS (
      DELETE FROM event_stream s USING gone WHERE s.event_id = gone.id RETURNING s.position, s.organization_id, s.created_at, gone.type),
    missed AS (
      UPDATE destinations SET expired = true WHERE id IN (
        SELECT id FROM destinations d WHERE NOT expired AND EXISTS (
          SELECT 1 FROM unplaced u
           WHERE (u.position > d.position OR (d.position IS NULL AND d.starts_with IS NULL AND u.created_at >= d.starts_at))
             AND (d.organization_id IS NULL OR d.organization_id = u.organization_id)
             AND wants_event(d.events, u.type))
         ORDER BY id FOR NO KEY UPDATE)),
    forgotten AS (DELETE FROM webhook_deliveries d USING gone WHERE d.event_id = gone.id)
    SELECT count(*)::int AS count FROM gone`;
  return row?.count ?? 0;
};

export const webhookSweeps: Sweep[] = [sweepEvents, recallDeliveries];
