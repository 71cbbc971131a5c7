import type { ApiKeyPermission } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';

/** A person's API key. */
export type KeyRow = {
  id: string;
  name: string;
  keyPrefix: string;
  permission: ApiKeyPermission;
  /** Where it acts. Null: in none. */
  organizationId: string | null;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
  revokedAt: Date | null;
};

export const keyColumns = (db: Db) => db`
  id, name, key_prefix, permission, expires_at, last_used_at, created_at, revoked_at, organization_id`;

/** Revokes the keys that act in an organization, of one member or of all. */
export async function revokeKeysIn(
  tx: Db,
  { organizationId, userId = null }: { organizationId: string; userId?: string | null },
  now: Date,
): Promise<(KeyRow & { userId: string })[]> {
  return tx<(KeyRow & { userId: string })[]>`
    UPDATE api_keys SET revoked_at = ${now}
     WHERE organization_id = ${organizationId} AND user_id = coalesce(${userId}, user_id) AND revoked_at IS NULL
    RETURNING ${keyColumns(tx)}, user_id`;
}
