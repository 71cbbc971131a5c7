import type { ApiKeyPermission } from '@latchkey/contract';
import type { Db, Statement } from '../../platform/db/sql.ts';
import { type Sweep, sweepSome } from '../../platform/db/sweep-store.ts';

const keptRevokedDays = 90;
const shownRevoked = 100;

export type KeyRow = {
  id: string;
  name: string;
  keyPrefix: string;
  permission: ApiKeyPermission;
  /** Where it acts. Undefined while people could never belong to several: in its owner's default. */
  organizationId?: string | null | undefined;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
  revokedAt: Date | null;
};

const keyColumns = (db: Db) => db`
  id, name, key_prefix, permission, expires_at, last_used_at, created_at, revoked_at, organization_id,
  ${isBound(db)} AS is_bound`;

/** Whether keys act in the organization they were made in: people may belong to several, or once could. */
const isBound = (db: Db) => db`EXISTS (SELECT 1 FROM several_organizations)`;

type FoundRow = KeyRow & { isBound: boolean };

function keyOf({ isBound, organizationId, ...row }: FoundRow): KeyRow {
  return isBound ? { ...row, organizationId } : row;
}

export type NewKeyRow = {
  id: string;
  userId: string;
  name: string;
  keyHash: Buffer;
  keyPrefix: string;
  permission: ApiKeyPermission;
  organizationId: string | null | undefined;
  expiresAt: Date | null;
  now: Date;
};

/**
 * Locks the owner before the keys are counted: one owner's keys are created one at a time. Undefined when the owner may not
 * have any, or the session that asks has ended meanwhile. `sessionId` is null for a credential without one.
 */
export async function lockKeyOwner(
  tx: Db,
  userId: string,
  sessionId: string | null,
): Promise<{ keys: number; isBound: boolean } | undefined> {
  const [[owner], [found]] = await Promise.all([
    tx`SELECT 1 FROM users WHERE id = ${userId} AND is_active FOR NO KEY UPDATE`,
    tx<{ keys: number; isLive: boolean; isBound: boolean }[]>`
      SELECT (SELECT count(*)::int FROM api_keys WHERE user_id = ${userId} AND revoked_at IS NULL) AS keys,
             ${sessionId}::uuid IS NULL OR EXISTS (SELECT 1 FROM sessions WHERE id = ${sessionId}) AS is_live,
             ${isBound(tx)} AS is_bound`,
  ]);
  return owner && found?.isLive ? { keys: found.keys, isBound: found.isBound } : undefined;
}

export function insertKey(tx: Db, key: NewKeyRow): Statement {
  const { id, userId, name, keyHash, keyPrefix, permission, organizationId = null, expiresAt, now } = key;
  return tx`
    INSERT INTO api_keys (id, user_id, name, key_hash, key_prefix, permission, organization_id, expires_at, created_at)
    VALUES (${id}, ${userId}, ${name}, ${keyHash}, ${keyPrefix}, ${permission}, ${organizationId}, ${expiresAt}, ${now})`;
}

/** Of those revoked only the last ones: a script can make and revoke any number. */
export async function listKeyRows(db: Db, userId: string): Promise<KeyRow[]> {
  const rows = await db<FoundRow[]>`
    SELECT ${keyColumns(db)} FROM api_keys
     WHERE user_id = ${userId} AND (revoked_at IS NULL OR id IN (
             SELECT id FROM api_keys WHERE user_id = ${userId} AND revoked_at IS NOT NULL
              ORDER BY revoked_at DESC, id DESC LIMIT ${shownRevoked}))
     ORDER BY created_at DESC, id DESC`;
  return rows.map(keyOf);
}

export async function findKey(db: Db, userId: string, id: string): Promise<KeyRow | undefined> {
  const [row] = await db<FoundRow[]>`
    SELECT ${keyColumns(db)} FROM api_keys WHERE id = ${id} AND user_id = ${userId}`;
  return row && keyOf(row);
}

/**
 * Locks the key until the transaction ends: no other request changes or revokes it meanwhile. A revoked key is not found.
 */
export async function lockKey(tx: Db, userId: string, id: string): Promise<KeyRow | undefined> {
  const [row] = await tx<FoundRow[]>`
    SELECT ${keyColumns(tx)} FROM api_keys
     WHERE id = ${id} AND user_id = ${userId} AND revoked_at IS NULL FOR NO KEY UPDATE`;
  return row && keyOf(row);
}

export type KeyChange = Partial<Pick<KeyRow, 'name' | 'permission' | 'expiresAt'>>;

export async function changeKey(tx: Db, id: string, change: KeyChange): Promise<void> {
  await tx`UPDATE api_keys SET ${tx(change)} WHERE id = ${id}`;
}

/** Works once: a revoked key is not found. */
export async function markRevoked(
  tx: Db,
  userId: string,
  id: string,
  now: Date,
): Promise<KeyRow | undefined> {
  const [row] = await tx<FoundRow[]>`
    UPDATE api_keys SET revoked_at = ${now} WHERE id = ${id} AND user_id = ${userId} AND revoked_at IS NULL
    RETURNING ${keyColumns(tx)}`;
  return row && keyOf(row);
}

export async function touchKeys(db: Db, ids: string[], times: Date[]): Promise<void> {
  await db`
    UPDATE api_keys k SET last_used_at = used.at
      FROM unnest(${ids}::uuid[], ${times.map((time) => time.toISOString())}::timestamptz[]) AS used (id, at)
     WHERE k.id = used.id AND (k.last_used_at IS NULL OR k.last_used_at < used.at)`;
}

/** Revoked keys leave their owner's list after a while; the audit trail keeps what happened to them. */
export const sweepRevokedKeys: Sweep = (db, now) =>
  sweepSome(db, 'api_keys', db`revoked_at < ${new Date(now.getTime() - keptRevokedDays * 86_400_000)}`);
