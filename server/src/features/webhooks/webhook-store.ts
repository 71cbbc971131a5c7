import { locks } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/sql.ts';
import type { WebhookScope } from './scope.ts';

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

const within = (db: Db, scope: WebhookScope) =>
  scope.of === 'system' ? db`organization_id IS NULL` : db`organization_id = ${scope.id}`;

/** Endpoints of the service are added one at a time. For an organization, the lock on it sees to that. */
export async function lockSystemWebhooks(tx: Db): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(${locks.systemWebhooks})`;
}

export type NewWebhookRow = Pick<WebhookRow, 'id' | 'url' | 'events' | 'description'> & { now: Date };

/** Undefined when the limit is reached. */
export async function insertWebhook(
  tx: Db,
  scope: WebhookScope,
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

export function findWebhooks(db: Db, scope: WebhookScope): Promise<WebhookRow[]> {
  return db<WebhookRow[]>`
    SELECT ${columns(db)} FROM webhooks WHERE ${within(db, scope)} ORDER BY created_at, id`;
}

export type NamedWebhookRow = WebhookRow & { organizationSlug: string | null };

/** The endpoints of the service and of every organization, for the service's operator. */
export function findAllWebhooks(db: Db): Promise<NamedWebhookRow[]> {
  return db<NamedWebhookRow[]>`
    SELECT w.*, o.slug AS organization_slug
      FROM (SELECT ${columns(db)} FROM webhooks) w LEFT JOIN organizations o ON o.id = w.organization_id
     ORDER BY o.slug NULLS FIRST, w.created_at, w.id`;
}

export async function findWebhook(db: Db, scope: WebhookScope, id: string): Promise<WebhookRow | undefined> {
  const [row] = await db<WebhookRow[]>`
    SELECT ${columns(db)} FROM webhooks WHERE id = ${id} AND ${within(db, scope)}`;
  return row;
}

/** Held until the transaction ends. Take it before writing anything of the endpoint's. */
export async function lockWebhook(tx: Db, scope: WebhookScope, id: string): Promise<WebhookRow | undefined> {
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

/** An endpoint that is turned off gets nothing more: its pending deliveries fail, and a replay ends. */
export async function clearQueue(tx: Db, id: string): Promise<void> {
  await tx`
    UPDATE webhook_deliveries SET status = 'FAILED', next_attempt_at = NULL WHERE webhook_id = ${id} AND status = 'PENDING'`;
  await tx`UPDATE webhooks SET due_at = NULL, replay_after = NULL WHERE id = ${id}`;
}

/** Secrets and deliveries go with it. */
export async function removeWebhook(tx: Db, id: string): Promise<void> {
  await tx`DELETE FROM webhooks WHERE id = ${id}`;
}

/** An endpoint of any owner, for the service itself and its operator. */
export async function findAnyWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
  const [row] = await db<WebhookRow[]>`SELECT ${columns(db)} FROM webhooks WHERE id = ${id}`;
  return row;
}

/** All that sign now, current one first. */
export async function liveSecrets(db: Db, webhookId: string, now: Date): Promise<Buffer[]> {
  const rows = await db<{ sealed: Buffer }[]>`
    SELECT sealed FROM webhook_secrets
     WHERE webhook_id = ${webhookId} AND (expires_at IS NULL OR expires_at > ${now}) ORDER BY id DESC`;
  return rows.map(({ sealed }) => sealed);
}

export type WebhookAdmin = {
  id: string;
  email: string;
  firstName: string | null;
  emailVerifiedAt: Date | null;
  locale: string | null;
};

/** The ADMINs who manage the endpoints: of the service, or of the organization. The longest-serving come first. */
export function findWebhookAdmins(db: Db, scope: WebhookScope): Promise<WebhookAdmin[]> {
  const admins =
    scope.of === 'system'
      ? db`role = 'ADMIN'`
      : db`id IN (SELECT user_id FROM organization_members
                  WHERE organization_id = ${scope.id} AND role IN ('OWNER', 'ADMIN'))`;
  return db<WebhookAdmin[]>`
    SELECT id, email, first_name, email_verified_at, locale FROM users
     WHERE ${admins} AND is_active ORDER BY created_at, id LIMIT 20`;
}
