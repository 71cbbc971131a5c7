import type { ApiKeyPermission } from '@latchkey/contract';
import { type KeyRow, keyColumns } from '../../identity/memberships/user-key-store.ts';
import type { Db, Statement } from '../../platform/db/sql.ts';
import { type Sweep, sweepSome } from '../../platform/db/sweep-store.ts';

const keptRevokedDays = 90;
const shownRevoked = 100;

export type NewKeyRow = {
  id: string;
  userId: string;
  name: string;
  keyHash: Buffer;
  keyPrefix: string;
  permission: ApiKeyPermission;
  organizationId: string | null;
  byConnection: boolean;
  expiresAt: Date | null;
  now: Date;
};

/**
 * Locks the owner before the keys are counted: one owner's keys are created one at a time. Undefined when the owner may not
 * have any, or has left the organization, or the session that asks has ended meanwhile. `sessionId` is null for a credential without one.
 */
export async function lockKeyOwner(
  tx: Db,
  { userId, organizationId }: { userId: string; organizationId: string | null },
  sessionId: string | null,
): Promise<{ keys: number } | undefined> {
  const [[owner], [found]] = await Promise.all([
    tx`SELECT 1 FROM users WHERE id = ${userId} AND is_active FOR NO KEY UPDATE`,
    tx<{ keys: number; isLive: boolean }[]>`
      SELECT (SELECT count(*)::int FROM api_keys WHERE user_id = ${userId} AND revoked_at IS NULL) AS keys,
             (${sessionId}::uuid IS NULL OR EXISTS (SELECT 1 FROM sessions WHERE id = ${sessionId}))
             AND (${organizationId}::uuid IS NULL OR EXISTS (
               SELECT 1 FROM organization_members
                WHERE organization_id = ${organizationId} AND user_id = ${userId})) AS is_live`,
  ]);
  return owner && found?.isLive ? { keys: found.keys } : undefined;
}

export function insertKey(tx: Db, key: NewKeyRow): Statement {
  const { id, userId, name, keyHash, keyPrefix, permission, organizationId, byConnection, expiresAt, now } =
    key;
  return tx`
    INSERT INTO api_keys (id, user_id, name, key_hash, key_prefix, permission, organization_id, by_connection, expires_at,
                          created_at)
    VALUES (${id}, ${userId}, ${name}, ${keyHash}, ${keyPrefix}, ${permission}, ${organizationId}, ${byConnection},
            ${expiresAt}, ${now})`;
}

/** Whose keys: all of a person's, or those that act in one organization. */
export type KeysOf = { userId: string; organizationId?: string | null | undefined };

const areOf = (db: Db, { userId, organizationId }: KeysOf) => db`
  user_id = ${userId} AND ${organizationId === undefined ? db`true` : db`organization_id IS NOT DISTINCT FROM ${organizationId}`}`;

/** Of those revoked only the last ones: a script can make and revoke any number. */
export async function listKeyRows(db: Db, of: KeysOf): Promise<KeyRow[]> {
  return db<KeyRow[]>`
    SELECT ${keyColumns(db)} FROM api_keys
     WHERE ${areOf(db, of)} AND (revoked_at IS NULL OR id IN (
             SELECT id FROM api_keys WHERE ${areOf(db, of)} AND revoked_at IS NOT NULL
              ORDER BY revoked_at DESC, id DESC LIMIT ${shownRevoked}))
     ORDER BY created_at DESC, id DESC`;
}

export async function findKey(db: Db, of: KeysOf, id: string): Promise<KeyRow | undefined> {
  const [row] = await db<
    KeyRow[]
  >`SELECT ${keyColumns(db)} FROM api_keys WHERE id = ${id} AND ${areOf(db, of)}`;
  return row;
}

/**
 * Locks the key until the transaction ends: no other request changes or revokes it meanwhile. A revoked key is not found.
 */
export async function lockKey(tx: Db, of: KeysOf, id: string): Promise<KeyRow | undefined> {
  const [row] = await tx<KeyRow[]>`
    SELECT ${keyColumns(tx)} FROM api_keys
     WHERE id = ${id} AND ${areOf(tx, of)} AND revoked_at IS NULL FOR NO KEY UPDATE`;
  return row;
}

export type KeyChange = Partial<Pick<KeyRow, 'name' | 'permission' | 'expiresAt'>>;

export async function changeKey(tx: Db, id: string, change: KeyChange): Promise<void> {
  await tx`UPDATE api_keys SET ${tx(change)} WHERE id = ${id}`;
}

/** Works once: a revoked key is not found. */
export async function markRevoked(tx: Db, of: KeysOf, id: string, now: Date): Promise<KeyRow | undefined> {
  const [row] = await tx<KeyRow[]>`
    UPDATE api_keys SET revoked_at = ${now} WHERE id = ${id} AND ${areOf(tx, of)} AND revoked_at IS NULL
    RETURNING ${keyColumns(tx)}`;
  return row;
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
