import { clockToleranceMs } from '../../platform/clock.ts';
import type { Db, Statement } from '../../platform/db/sql.ts';
import type { Sweep } from '../../platform/db/sweep-store.ts';
import type { Shares } from '../../platform/workers/fair-worker.ts';
import { lease } from './schedule.ts';

export type ClaimedDelivery = { id: string; eventId: string; body: string; attempts: number };
export type WebhookLane = 'first' | 'second';
/** `owner`: its organization, or itself if it is the service's. */
export type WebhookTurn = {
  webhookId: string;
  owner: string;
  url: string;
  failing: boolean;
  lane: WebhookLane;
};

type Head = { id: string; owner: string; url: string; failing: boolean; firstFree: boolean };

export async function isDue(db: Db, now: Date): Promise<boolean> {
  const rows = await db`SELECT 1 FROM webhooks WHERE due_at <= ${now} AND enabled LIMIT 1`;
  return rows.length > 0;
}

/** An endpoint that is due and has a free lane, chosen by `shares` and held until the transaction ends. */
export async function lockTurn(
  tx: Db,
  now: Date,
  { used, without }: Shares,
): Promise<WebhookTurn | undefined> {
  const [head] = await tx<Head[]>`
    SELECT id, coalesce(organization_id, id) AS owner, url, failing_since IS NOT NULL AS failing,
           first_lane_until <= ${now} AS first_free
      FROM webhooks w LEFT JOIN unnest(${used.owners}::uuid[], ${used.ms}::int[]) AS u (used_by, ms)
                             ON used_by = coalesce(organization_id, id)
     WHERE due_at <= ${now} AND enabled AND (first_lane_until <= ${now} OR second_lane_until <= ${now})
       AND (${!without} OR (failing_since IS NULL AND id <> ALL (${without ?? []}::uuid[])))
     ORDER BY coalesce(ms, 0), due_at LIMIT 1 FOR NO KEY UPDATE OF w SKIP LOCKED`;
  if (!head) return undefined;
  const { id: webhookId, firstFree, ...turn } = head;
  return { webhookId, ...turn, lane: firstFree ? 'first' : 'second' };
}

/**
 * Claims what has been due longest, so other workers cannot take it during the lease. After a crash the lease runs out,
 * and it is due again.
 */
export async function claimDue(
  tx: Db,
  webhookId: string,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<ClaimedDelivery[]> {
  const rows = await tx<ClaimedDelivery[]>`
    UPDATE webhook_deliveries d SET attempts = d.attempts + 1, next_attempt_at = ${until}, last_attempt_at = ${now}
      FROM events e
     WHERE e.id = d.event_id AND d.id IN (
       SELECT id FROM webhook_deliveries
        WHERE webhook_id = ${webhookId} AND status = 'PENDING' AND next_attempt_at <= ${now}
        ORDER BY next_attempt_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING d.id, d.event_id, e.body, d.attempts`;
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/**
 * In a transaction that holds the endpoint. Saves until when a lane counts as a request in flight, even if this node
 * dies; since when every delivery fails; and when the first pending delivery is due.
 */
export function saveHead(
  tx: Db,
  webhookId: string,
  head: { lane?: WebhookLane; until?: Date; failingSince?: Date | null },
): Statement {
  const { lane, until = null, failingSince } = head;
  return tx`
    UPDATE webhooks SET
      first_lane_until = coalesce(${lane === 'first' ? until : null}, first_lane_until),
      second_lane_until = coalesce(${lane === 'second' ? until : null}, second_lane_until),
      failing_since = CASE WHEN ${failingSince === undefined} THEN failing_since ELSE ${failingSince ?? null}::timestamptz END,
      due_at = (SELECT min(next_attempt_at) FROM webhook_deliveries WHERE webhook_id = ${webhookId} AND status = 'PENDING')
     WHERE id = ${webhookId}`;
}

export type Settled = {
  id: string;
  /** The claim's number: if another worker has claimed the delivery since, that one settles it instead. */
  attempts: number;
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  responseStatus: number | null;
  error: string | null;
  durationMs: number;
  nextAttemptAt: Date | null;
};

/** A success counts even after the lease expired. */
export function settleDeliveries(tx: Db, settled: readonly Settled[]): Statement {
  const of = <K extends keyof Settled>(key: K) => settled.map((each) => each[key]);
  return tx`
    UPDATE webhook_deliveries d
       SET status = s.status, response_status = s.response_status, error = s.error, duration_ms = s.duration_ms,
           next_attempt_at = s.next_attempt_at
      FROM unnest(${of('id')}::uuid[], ${of('attempts')}::int[], ${of('status')}::text[], ${of('responseStatus')}::int[],
                  ${of('error')}::text[], ${of('durationMs')}::int[],
                  ${of('nextAttemptAt').map((at) => at?.toISOString() ?? null)}::timestamptz[])
           AS s (id, attempts, status, response_status, error, duration_ms, next_attempt_at)
     WHERE d.id = s.id AND (s.status = 'SUCCEEDED' OR (d.status = 'PENDING' AND d.attempts = s.attempts))`;
}

/** Few enough to hold at once. */
const recalledAtOnce = 100;

/** Makes deliveries due that were last tried while the clock was ahead, and frees lanes that were taken then. */
export const recallDeliveries: Sweep = async (db, now) => {
  const latest = new Date(now.getTime() + clockToleranceMs);
  const laneEnd = new Date(now.getTime() + lease + clockToleranceMs);
  const isAhead = db`status = 'PENDING' AND next_attempt_at > ${now} AND last_attempt_at > ${latest}`;
  const { count } = await db`
    WITH held AS (
      SELECT id FROM webhooks w
       WHERE due_at IS NOT NULL
         AND (first_lane_until > ${laneEnd} OR second_lane_until > ${laneEnd}
              OR EXISTS (SELECT 1 FROM webhook_deliveries WHERE webhook_id = w.id AND ${isAhead}))
       LIMIT ${recalledAtOnce} FOR NO KEY UPDATE SKIP LOCKED),
    recalled AS (
      UPDATE webhook_deliveries d SET next_attempt_at = ${now}, last_attempt_at = ${now}
        FROM held WHERE webhook_id = held.id AND ${isAhead})
    UPDATE webhooks w
       SET due_at = least(due_at, ${now}),
           first_lane_until = CASE WHEN first_lane_until > ${laneEnd} THEN ${now} ELSE first_lane_until END,
           second_lane_until = CASE WHEN second_lane_until > ${laneEnd} THEN ${now} ELSE second_lane_until END
      FROM held WHERE w.id = held.id`;
  return count;
};

/** Claimed but not tried: undoes the claim. */
export function giveBack(tx: Db, deliveries: readonly ClaimedDelivery[], now: Date): Statement {
  return tx`
    UPDATE webhook_deliveries d SET attempts = d.attempts - 1, next_attempt_at = ${now}
      FROM unnest(${deliveries.map(({ id }) => id)}::uuid[], ${deliveries.map(({ attempts }) => attempts)}::int[])
           AS g (id, attempts)
     WHERE d.id = g.id AND d.status = 'PENDING' AND d.attempts = g.attempts`;
}

export type HealthRow = { enabled: boolean; failingSince: Date | null };

/** Held until the transaction ends; undefined when it was deleted meanwhile. */
export async function lockHealth(tx: Db, webhookId: string): Promise<HealthRow | undefined> {
  const [row] = await tx<HealthRow[]>`
    SELECT enabled, failing_since FROM webhooks WHERE id = ${webhookId} FOR NO KEY UPDATE`;
  return row;
}
