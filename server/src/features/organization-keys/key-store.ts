import type { Pagination } from '@latchkey/contract';
import type { z } from 'zod';
import { keyColumns, type OrganizationKeyRow } from '../../identity/memberships/organization-key-store.ts';
import { totalOf } from '../../platform/db/list-store.ts';
import type { Db } from '../../platform/db/sql.ts';
import { type Sweep, sweepSome } from '../../platform/db/sweep-store.ts';

/** How long revoked keys and ended secrets are still recognized as such. */
const keptDays = 90;

/** Whose keys, and which of them. `teamOnly`: only keys that open nothing here. */
export type Keys = { organizationId: string; teamOnly: boolean };

const within = (db: Db, { organizationId, teamOnly }: Keys) =>
  teamOnly
    ? db`k.organization_id = ${organizationId}
         AND NOT EXISTS (SELECT 1 FROM unnest(k.scopes) AS scope WHERE scope LIKE 'latchkey:%')`
    : db`k.organization_id = ${organizationId}`;

type Page = { page: number; limit: number; externalId?: string | undefined };
export type KeyPage = { keys: OrganizationKeyRow[]; total: number; totalIsEstimate?: true };
export type KeyPagination = z.infer<typeof Pagination>;

export async function listKeyRows(db: Db, keys: Keys, { page, limit, externalId }: Page): Promise<KeyPage> {
  const named = externalId === undefined ? db`` : db`AND k.external_id = ${externalId}`;
  const from = db`FROM organization_keys k WHERE ${within(db, keys)} ${named}`;
  const total = await totalOf(db, from);
  const rows = await db<OrganizationKeyRow[]>`
    SELECT ${keyColumns(db)} ${from}
     ORDER BY k.created_at DESC, k.id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`;
  return { keys: rows, ...total };
}

export async function findKey(db: Db, keys: Keys, id: string): Promise<OrganizationKeyRow | undefined> {
  const [row] = await db<OrganizationKeyRow[]>`
    SELECT ${keyColumns(db)} FROM organization_keys k WHERE k.id = ${id} AND ${within(db, keys)}`;
  return row;
}

/** Held until the transaction ends. A revoked key is not found. */
export async function lockKey(tx: Db, keys: Keys, id: string): Promise<OrganizationKeyRow | undefined> {
  const [row] = await tx<OrganizationKeyRow[]>`
    SELECT ${keyColumns(tx)} FROM organization_keys k
     WHERE k.id = ${id} AND ${within(tx, keys)} AND k.revoked_at IS NULL FOR NO KEY UPDATE OF k`;
  return row;
}

/** Whether any key has this secret, or had it: of any organization, or a person's. */
export async function isTaken(db: Db, keyHash: Buffer): Promise<boolean> {
  const rows = await db`
    SELECT 1 FROM organization_key_secrets WHERE hash = ${keyHash}
     UNION ALL SELECT 1 FROM api_keys WHERE key_hash = ${keyHash}`;
  return rows.length > 0;
}

export type NewKeyRow = Pick<
  OrganizationKeyRow,
  | 'id'
  | 'organizationId'
  | 'name'
  | 'keyPrefix'
  | 'secretPrefix'
  | 'verificationOnly'
  | 'scopes'
  | 'allowedNetworks'
  | 'rateLimit'
  | 'externalId'
  | 'metadata'
  | 'expiresAt'
> & { makerId: string | null; now: Date };

/** Undefined when the limit is reached. The organization is locked, so keys are created one at a time. */
export async function insertKey(
  tx: Db,
  key: NewKeyRow,
  most: number,
): Promise<OrganizationKeyRow | undefined> {
  const { organizationId, rateLimit, makerId, now } = key;
  const [row] = await tx<OrganizationKeyRow[]>`
    INSERT INTO organization_keys AS k
           (id, organization_id, name, key_prefix, secret_prefix, verification_only, scopes, allowed_networks,
            rate_limit, rate_window_seconds, external_id, metadata, expires_at, created_at, created_by)
    SELECT ${key.id}, ${organizationId}, ${key.name}, ${key.keyPrefix}, ${key.secretPrefix},
           ${key.verificationOnly}, ${key.scopes}, ${key.allowedNetworks}, ${rateLimit?.limit ?? null}::int,
           ${rateLimit?.windowSeconds ?? null}::int, ${key.externalId}, ${JSON.stringify(key.metadata)}::text::json,
           ${key.expiresAt}, ${now}, ${makerId}
     WHERE (SELECT count(*) FROM organization_keys
             WHERE organization_id = ${organizationId} AND revoked_at IS NULL) < ${most}
    RETURNING ${keyColumns(tx)}`;
  return row;
}

export type NewSecret = { keyId: string; keyHash: Buffer; makerId: string | null; now: Date };

export async function insertSecret(tx: Db, { keyId, keyHash, makerId, now }: NewSecret): Promise<void> {
  await tx`
    INSERT INTO organization_key_secrets (hash, key_id, created_at, created_by)
    VALUES (${keyHash}, ${keyId}, ${now}, ${makerId})`;
}

export type KeyChange = Partial<
  Pick<
    OrganizationKeyRow,
    'name' | 'enabled' | 'scopes' | 'allowedNetworks' | 'rateLimit' | 'externalId' | 'metadata' | 'expiresAt'
  >
>;

/** Writes all that can be changed: the key is locked, so nothing was changed since it was read. */
export async function changeKey(tx: Db, key: OrganizationKeyRow): Promise<void> {
  const { id, name, enabled, scopes, allowedNetworks, rateLimit, externalId, metadata, expiresAt } = key;
  await tx`
    UPDATE organization_keys
       SET name = ${name}, enabled = ${enabled}, scopes = ${scopes}, allowed_networks = ${allowedNetworks},
           rate_limit = ${rateLimit?.limit ?? null}, rate_window_seconds = ${rateLimit?.windowSeconds ?? null},
           external_id = ${externalId}, metadata = ${JSON.stringify(metadata)}::text::json, expires_at = ${expiresAt}
     WHERE id = ${id}`;
}

export type Rotation = { keyPrefix: string; previousExpiresAt: Date | null; now: Date };

/**
 * The key gets another secret, unless an earlier one still works. Without `previousExpiresAt`, every earlier one ends
 * now. Undefined if the key is not there, or was rotated meanwhile.
 */
export async function rotateKey(
  tx: Db,
  keys: Keys,
  id: string,
  { keyPrefix, previousExpiresAt, now }: Rotation,
): Promise<OrganizationKeyRow | undefined> {
  const [row] = await tx<OrganizationKeyRow[]>`
    UPDATE organization_keys k
       SET key_prefix = ${keyPrefix}, previous_expires_at = least(${previousExpiresAt}::timestamptz,
             CASE WHEN ${previousExpiresAt}::timestamptz IS NOT NULL THEN k.expires_at END)
     WHERE k.id = ${id} AND ${within(tx, keys)} AND k.revoked_at IS NULL
       AND (${previousExpiresAt}::timestamptz IS NULL OR k.previous_expires_at IS NULL
            OR least(k.previous_expires_at, k.expires_at) <= ${now})
    RETURNING ${keyColumns(tx)}`;
  if (!row) return undefined;
  await tx`
    UPDATE organization_key_secrets SET expires_at = ${row.previousExpiresAt ?? now}
     WHERE key_id = ${id} AND (expires_at IS NULL OR (${row.previousExpiresAt === null} AND expires_at > ${now}))`;
  return row;
}

/** Works once: a revoked key is not found. */
export async function markRevoked(
  tx: Db,
  keys: Keys,
  id: string,
  now: Date,
): Promise<OrganizationKeyRow | undefined> {
  const [row] = await tx<OrganizationKeyRow[]>`
    UPDATE organization_keys k SET revoked_at = ${now}
     WHERE k.id = ${id} AND ${within(tx, keys)} AND k.revoked_at IS NULL
    RETURNING ${keyColumns(tx)}`;
  return row;
}

const longAgo = (now: Date) => new Date(now.getTime() - keptDays * 86_400_000);

/** The audit trail keeps what happened to them. */
export const organizationKeySweeps: Sweep[] = [
  (db, now) => sweepSome(db, 'organization_keys', db`revoked_at < ${longAgo(now)}`),
  (db, now) => sweepSome(db, 'organization_key_secrets', db`expires_at < ${longAgo(now)}`),
];
