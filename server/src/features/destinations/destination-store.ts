import { type DestinationKind, destinationLimits } from '@latchkey/contract';
import { locks } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/sql.ts';
import type { WebhookScope } from '../webhooks/scope.ts';

/** What may be shown of the settings. */
export type Settings = {
  url?: string;
  index?: string;
  region?: string;
  bucket?: string;
  prefix?: string;
  endpoint?: string;
  accessKeyId?: string;
};

export type DestinationRow = {
  id: string;
  organizationId: string | null;
  name: string;
  kind: DestinationKind;
  enabled: boolean;
  events: string[];
  settings: Settings;
  sealed: Buffer | null;
  passedEvent: string | null;
  passedAt: Date | null;
  lastError: string | null;
  lastSucceededAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};
/** With the time of the first event that it wants and has not taken. */
export type WatchedRow = DestinationRow & { waitingSince: Date | null };

const columns = (db: Db) => db`
  d.id, d.organization_id, d.name, d.kind, d.enabled, d.events, d.settings, d.sealed, d.passed_event, d.passed_at,
  d.last_error, d.last_succeeded_at, d.created_at, d.updated_at`;

/** How far to look for an event that a destination wants: the worker passes the others sooner than anyone reads this. */
const mostPassed = 10_000;

/** Two branches, since only then each finds its events by an index. */
const waitingSince = (db: Db) => db`(
  SELECT e.created_at FROM (
    (SELECT s.position, s.event_id FROM event_stream s
      WHERE d.organization_id IS NULL AND s.position > d.position ORDER BY s.position LIMIT ${mostPassed})
    UNION ALL
    (SELECT s.position, s.event_id FROM event_stream s
      WHERE s.organization_id = d.organization_id AND s.position > d.position ORDER BY s.position LIMIT ${mostPassed})
  ) AS n JOIN events e ON e.id = n.event_id
  WHERE wants_event(d.events, e.type) ORDER BY n.position LIMIT 1)`;

const within = (db: Db, scope: WebhookScope) =>
  scope.of === 'system' ? db`d.organization_id IS NULL` : db`d.organization_id = ${scope.id}`;

/** Those of the service are added one at a time. For an organization, the lock on it sees to that. */
export async function lockSystemDestinations(tx: Db): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(${locks.systemDestinations})`;
}

/** It begins with the event `startsWith`, or without one with the first event not before `startsAt`. */
export type NewDestinationRow = Pick<
  DestinationRow,
  'id' | 'name' | 'kind' | 'enabled' | 'events' | 'settings' | 'sealed'
> & { startsWith: string | null; startsAt: Date; now: Date };

/** Undefined when the limit is reached. */
export async function insertDestination(
  tx: Db,
  scope: WebhookScope,
  row: NewDestinationRow,
): Promise<DestinationRow | undefined> {
  const { id, name, kind, enabled, events, settings, sealed, startsWith, startsAt, now } = row;
  const organizationId = scope.of === 'system' ? null : scope.id;
  const [made] = await tx<DestinationRow[]>`
    INSERT INTO destinations AS d (id, organization_id, name, kind, enabled, events, settings, sealed, starts_with,
                                   starts_at, due_at, created_at, updated_at)
    SELECT ${id}, ${organizationId}, ${name}, ${kind}, ${enabled}, ${events}, ${JSON.stringify(settings)}::text::jsonb,
           ${sealed}, ${startsWith}, ${startsAt}, ${now}, ${now}, ${now}
     WHERE (SELECT count(*) FROM destinations d WHERE ${within(tx, scope)}) < ${destinationLimits.each}
    RETURNING ${columns(tx)}`;
  return made;
}

export function findDestinations(db: Db, scope: WebhookScope): Promise<WatchedRow[]> {
  return db<WatchedRow[]>`
    SELECT ${columns(db)}, ${waitingSince(db)} AS waiting_since
      FROM destinations d WHERE ${within(db, scope)} ORDER BY d.created_at, d.id`;
}

export async function findDestination(
  db: Db,
  scope: WebhookScope,
  id: string,
): Promise<WatchedRow | undefined> {
  const [row] = await db<WatchedRow[]>`
    SELECT ${columns(db)}, ${waitingSince(db)} AS waiting_since
      FROM destinations d WHERE d.id = ${id} AND ${within(db, scope)}`;
  return row;
}

/** Held until the transaction ends. Take it before writing anything of the destination's. */
export async function lockDestination(
  tx: Db,
  scope: WebhookScope,
  id: string,
): Promise<DestinationRow | undefined> {
  const [row] = await tx<DestinationRow[]>`
    SELECT ${columns(tx)} FROM destinations d WHERE d.id = ${id} AND ${within(tx, scope)} FOR NO KEY UPDATE`;
  return row;
}

/** A destination of any owner, for the service itself. */
export async function findAnyDestination(db: Db, id: string): Promise<DestinationRow | undefined> {
  const [row] = await db<DestinationRow[]>`SELECT ${columns(db)} FROM destinations d WHERE d.id = ${id}`;
  return row;
}

export type DestinationChange = Partial<
  Pick<DestinationRow, 'name' | 'enabled' | 'events' | 'settings' | 'sealed'>
>;

export async function changeDestination(
  tx: Db,
  id: string,
  { settings, ...change }: DestinationChange,
  now: Date,
): Promise<void> {
  await tx`UPDATE destinations SET ${tx({ ...change, updatedAt: now })} WHERE id = ${id}`;
  if (settings)
    await tx`UPDATE destinations SET settings = ${JSON.stringify(settings)}::text::jsonb WHERE id = ${id}`;
}

/** Its next attempt is due at once, and counts as the first one. */
export async function heal(tx: Db, id: string, now: Date): Promise<void> {
  await tx`UPDATE destinations SET failures = 0, failing_since = NULL, due_at = ${now} WHERE id = ${id}`;
}

/** It goes on with the first event not before this time. What is in flight moves it no further. */
export async function startAt(tx: Db, id: string, since: Date, now: Date): Promise<void> {
  await tx`
    UPDATE destinations SET position = NULL, starts_with = NULL, starts_at = ${since}, passed_event = NULL,
           passed_at = NULL, expired = false, due_at = ${now} WHERE id = ${id}`;
}

/** Whether events that it wants, after those it has taken, are older than this or swept already. */
export async function hasExpired(tx: Db, id: string, kept: Date): Promise<boolean> {
  const [row] = await tx<{ expired: boolean }[]>`
    SELECT d.expired OR coalesce(${waitingSince(tx)} < ${kept}, false)
           OR (d.position IS NULL AND d.starts_with IS NOT NULL AND d.starts_at < ${kept}) AS expired
      FROM destinations d WHERE d.id = ${id}`;
  return row?.expired ?? false;
}

export async function removeDestination(tx: Db, id: string): Promise<void> {
  await tx`DELETE FROM destinations WHERE id = ${id}`;
}

export type Lag = { scope: 'system' | 'organization'; kind: DestinationKind; since: Date | null };

/** Of each kind, the time of the oldest event that one which is turned on wants and has not taken, its creation included. */
export function findLags(db: Db): Promise<Lag[]> {
  return db<Lag[]>`
    SELECT CASE WHEN organization_id IS NULL THEN 'system' ELSE 'organization' END AS scope, kind, min(since) AS since
      FROM (SELECT d.organization_id, d.kind, coalesce(${waitingSince(db)}, created.created_at) AS since
              FROM destinations d
              LEFT JOIN events created ON d.position IS NULL AND created.id = d.starts_with AND wants_event(d.events, created.type)
             WHERE d.enabled) AS each
     GROUP BY 1, 2`;
}
