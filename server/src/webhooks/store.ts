import type { Db } from '../db/sql.ts';
import type { Scope } from './scope.ts';

export type WebhookRow = {
  id: string;
  organizationId: string | null;
  url: string;
  events: string[];
  description: string | null;
  enabled: boolean;
  failingSince: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

const columns = (db: Db) =>
  db`id, organization_id, url, events, description, enabled, failing_since, created_at, updated_at`;

const within = (db: Db, scope: Scope) =>
  scope.of === 'system' ? db`organization_id IS NULL` : db`organization_id = ${scope.id}`;

// Any constant would do; every node must use the same one.
const lockId = 7_236_491_058;

/** Endpoints of the service are added one at a time. For an organization, the lock on it sees to that. */
export async function lockSystemWebhooks(tx: Db): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(${lockId})`;
}

export type NewWebhookRow = Pick<WebhookRow, 'id' | 'url' | 'events' | 'description'> & { now: Date };

/** Undefined when the limit is reached. */
export async function insertWebhook(
  tx: Db,
  scope: Scope,
  webhook: NewWebhookRow,
  limit: number,
): Promise<WebhookRow | undefined> {
  const { id, url, events, description, now } = webhook;
  const organizationId = scope.of === 'system' ? null : scope.id;
  const [row] = await tx<WebhookRow[]>`
    INSERT INTO webhooks (id, organization_id, url, events, description, created_at, updated_at)
    SELECT ${id}, ${organizationId}, ${url}, ${events}, ${description}, ${now}, ${now}
     WHERE (SELECT count(*) FROM webhooks WHERE ${within(tx, scope)}) < ${limit}
    RETURNING ${columns(tx)}`;
  return row;
}

export function findWebhooks(db: Db, scope: Scope): Promise<WebhookRow[]> {
  return db<WebhookRow[]>`
    SELECT ${columns(db)} FROM webhooks WHERE ${within(db, scope)} ORDER BY created_at, id`;
}

export type NamedWebhookRow = WebhookRow & { organizationSlug: string | null };

/** Those of the service and of every organization, for whoever runs it. */
export function findAllWebhooks(db: Db): Promise<NamedWebhookRow[]> {
  return db<NamedWebhookRow[]>`
    SELECT w.*, o.slug AS organization_slug
      FROM (SELECT ${columns(db)} FROM webhooks) w LEFT JOIN organizations o ON o.id = w.organization_id
     ORDER BY o.slug NULLS FIRST, w.created_at, w.id`;
}

export async function findWebhook(db: Db, scope: Scope, id: string): Promise<WebhookRow | undefined> {
  const [row] = await db<WebhookRow[]>`
    SELECT ${columns(db)} FROM webhooks WHERE id = ${id} AND ${within(db, scope)}`;
  return row;
}

/** Held until the transaction ends. Take it before writing anything of the endpoint's. */
export async function lockWebhook(tx: Db, scope: Scope, id: string): Promise<WebhookRow | undefined> {
  const [row] = await tx<WebhookRow[]>`
    SELECT ${columns(tx)} FROM webhooks WHERE id = ${id} AND ${within(tx, scope)} FOR NO KEY UPDATE`;
  return row;
}

export type WebhookChange = Partial<
  Pick<WebhookRow, 'url' | 'events' | 'description' | 'enabled' | 'failingSince'>
>;

export async function changeWebhook(tx: Db, id: string, change: WebhookChange, now: Date): Promise<void> {
  await tx`UPDATE webhooks SET ${tx({ ...change, updatedAt: now })} WHERE id = ${id}`;
}

/** An endpoint that is turned off gets nothing more: what it had yet to get has failed, and a replay ends. */
export async function clearQueue(tx: Db, id: string): Promise<void> {
  await tx`
    UPDATE webhook_deliveries SET status = 'FAILED', next_attempt_at = NULL WHERE webhook_id = ${id} AND status = 'PENDING'`;
  await tx`UPDATE webhooks SET due_at = NULL, replay_after = NULL WHERE id = ${id}`;
}

/** Secrets and deliveries go with it. */
export async function removeWebhook(tx: Db, id: string): Promise<void> {
  await tx`DELETE FROM webhooks WHERE id = ${id}`;
}

/** Whoever owns it: for the service itself, and whoever runs it. */
export async function findAnyWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
  const [row] = await db<WebhookRow[]>`SELECT ${columns(db)} FROM webhooks WHERE id = ${id}`;
  return row;
}
