import { type DestinationKind, destinationLimits } from '@latchkey/contract';
import { clockToleranceMs } from '../../platform/clock.ts';
import type { Db, Statement } from '../../platform/db/sql.ts';
import type { Sweep } from '../../platform/db/sweep-store.ts';
import type { Shares } from '../../platform/workers/fair-worker.ts';
import type { Settings } from './destination-store.ts';
import { lease, longestWait } from './schedule.ts';

/** A destination whose turn it is. `leasedUntil` is what proves that the turn is still this worker's. */
export type Lease = {
  id: string;
  organizationId: string | null;
  kind: DestinationKind;
  events: string[];
  settings: Settings;
  sealed: Buffer | null;
  position: string | null;
  failures: number;
  leasedUntil: Date;
};

const free = (db: Db, now: Date) => db`enabled AND due_at <= ${now} AND leased_until <= ${now}`;

export async function isDue(db: Db, now: Date): Promise<boolean> {
  const rows = await db`SELECT 1 FROM destinations WHERE ${free(db, now)} LIMIT 1`;
  return rows.length > 0;
}

/** One that is due and has no batch in flight, chosen by `shares`. It stays leased until then, even if this node dies. */
export async function leaseNext(db: Db, now: Date, { used, without }: Shares): Promise<Lease | undefined> {
  const [turn] = await db<Lease[]>`
    UPDATE destinations SET leased_until = ${new Date(now.getTime() + lease)} WHERE id = (
      SELECT id FROM destinations d LEFT JOIN unnest(${used.owners}::uuid[], ${used.ms}::int[]) AS u (used_by, ms)
                                           ON used_by = coalesce(organization_id, id)
       WHERE ${free(db, now)} AND (${!without} OR (failures = 0 AND id <> ALL (${without ?? []}::uuid[])))
       ORDER BY coalesce(ms, 0), due_at LIMIT 1 FOR NO KEY UPDATE OF d SKIP LOCKED)
    RETURNING id, organization_id, kind, events, settings, sealed, position, failures, leased_until`;
  return turn;
}

/**
 * Where one that has not begun yet is to begin. Null: what it begins with has no place in the stream yet. If that was
 * swept meanwhile, it begins with what came after it.
 */
export async function resolveStart(db: Db, { id, leasedUntil }: Lease): Promise<string | null> {
  const [row] = await db<{ position: string | null }[]>`
    UPDATE destinations d SET position = CASE
      WHEN EXISTS (SELECT 1 FROM events WHERE id = d.starts_with)
        THEN (SELECT position - 1 FROM event_stream WHERE event_id = d.starts_with)
        ELSE (SELECT min(position) - 1 FROM event_stream WHERE created_at >= d.starts_at) END
     WHERE id = ${id} AND leased_until = ${leasedUntil} AND position IS NULL
    RETURNING position`;
  return row?.position ?? null;
}

/** An event in its place. The body is null if it isn't wanted, or is too much for one batch with those before it. */
export type ScannedEvent = {
  position: string;
  id: string;
  createdAt: Date;
  wanted: boolean;
  body: string | null;
};

export const scanSize = 1000;

/** The next events, whether it wants them or not. */
export function scanStream(
  db: Db,
  { organizationId, events }: Pick<Lease, 'organizationId' | 'events'>,
  after: string,
): Promise<ScannedEvent[]> {
  return db<ScannedEvent[]>`
    WITH next AS MATERIALIZED (
      SELECT s.position, s.event_id, s.created_at FROM event_stream s
       WHERE s.position > ${after} ${organizationId ? db`AND s.organization_id = ${organizationId}` : db``}
       ORDER BY s.position LIMIT ${scanSize}),
    sized AS (
      SELECT n.position, e.id, n.created_at, e.body, w.wanted,
             sum(CASE WHEN w.wanted THEN octet_length(e.body) ELSE 0 END) OVER (ORDER BY n.position) AS bytes
        FROM next n JOIN events e ON e.id = n.event_id
             CROSS JOIN LATERAL (SELECT wants_event(${events}, e.type) AS wanted) w)
    SELECT position, id, created_at, wanted,
           CASE WHEN wanted AND bytes - octet_length(body) < ${destinationLimits.bytes} THEN body END AS body
      FROM sized ORDER BY position`;
}

/** The last event that it has taken or passed. */
export type Passed = Pick<ScannedEvent, 'position' | 'id' | 'createdAt'>;

const isStill = (db: Db, { id, leasedUntil, position }: Lease) =>
  db`id = ${id} AND leased_until = ${leasedUntil} AND position IS NOT DISTINCT FROM ${position}`;

const movedTo = (db: Db, passed: Passed | undefined) =>
  passed
    ? db`position = ${passed.position}, passed_event = ${passed.id}, passed_at = ${passed.createdAt},`
    : db``;

/** Ends a turn without an attempt, past what it doesn't want. Does nothing if the turn was lost meanwhile. */
export async function putOff(db: Db, turn: Lease, passed: Passed | undefined, dueAt: Date): Promise<void> {
  await db`
    UPDATE destinations SET ${movedTo(db, passed)} due_at = ${dueAt}, leased_until = 'epoch' WHERE ${isStill(db, turn)}`;
}

/**
 * Ends a turn for which there was nothing. In a transaction that holds the stream: what gets its place after this finds
 * the destination at rest, and wakes it.
 */
export async function rest(tx: Db, turn: Lease, passed: Passed | undefined, now: Date): Promise<void> {
  const { organizationId } = turn;
  await tx`
    UPDATE destinations d SET ${movedTo(tx, passed)} leased_until = 'epoch', due_at = CASE WHEN EXISTS (
      SELECT 1 FROM event_stream s
       WHERE (s.position > ${passed?.position ?? turn.position}::bigint
              OR (d.position IS NULL AND (s.event_id = d.starts_with OR (d.starts_with IS NULL AND s.created_at >= d.starts_at))))
         ${organizationId ? tx`AND s.organization_id = ${organizationId}` : tx``}) THEN ${now}::timestamptz END
     WHERE ${isStill(tx, turn)}`;
}

/** Nothing is known of the attempt: the next one is the first again. */
export async function freeLease(db: Db, { id, leasedUntil }: Lease): Promise<void> {
  await db`UPDATE destinations SET leased_until = 'epoch' WHERE id = ${id} AND leased_until = ${leasedUntil}`;
}

/** A batch was taken. `told`: what to say of it all the same. False if the turn was lost, or its place was changed. */
export async function saveTaken(
  db: Db,
  turn: Lease,
  { passed, told, now }: { passed: Passed; told: string | null; now: Date },
): Promise<boolean> {
  const { count } = await db`
    UPDATE destinations SET ${movedTo(db, passed)} failures = 0, failing_since = NULL, last_succeeded_at = ${now},
           last_error = CASE WHEN expired THEN coalesce(${told}, 'EVENTS_EXPIRED') ELSE ${told} END, expired = false,
           due_at = ${now}, leased_until = 'epoch' WHERE ${isStill(db, turn)}`;
  return count > 0;
}

export type Health = { enabled: boolean; failures: number; failingSince: Date | null };

/** Held until the transaction ends. Undefined if it was deleted, the turn was lost, or its place was changed. */
export async function lockHealth(tx: Db, turn: Lease): Promise<Health | undefined> {
  const [row] = await tx<Health[]>`
    SELECT enabled, failures, failing_since FROM destinations WHERE ${isStill(tx, turn)} FOR NO KEY UPDATE`;
  return row;
}

type Failed = {
  passed: Passed | undefined;
  error: string;
  failures: number;
  failingSince: Date;
  dueAt: Date;
};

export function saveFailed(tx: Db, turn: Lease, failed: Failed): Statement {
  const { passed, error, failures, failingSince, dueAt } = failed;
  return tx`
    UPDATE destinations SET ${movedTo(tx, passed)} failures = ${failures}, failing_since = ${failingSince},
           last_error = ${error}, due_at = ${dueAt}, leased_until = 'epoch' WHERE ${isStill(tx, turn)}`;
}

/** Those whose next attempt was planned, or whose turn began, while the clock was ahead. */
const recallTurns: Sweep = async (db, now) => {
  const [latest, end] = [longestWait, lease].map((ms) => new Date(now.getTime() + ms + clockToleranceMs));
  const { count } = await db`
    UPDATE destinations SET due_at = least(due_at, ${now}), leased_until = least(leased_until, ${now})
     WHERE due_at > ${latest as Date} OR leased_until > ${end as Date}`;
  return count;
};

export const destinationSweeps: Sweep[] = [recallTurns];
