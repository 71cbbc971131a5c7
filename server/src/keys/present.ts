import type { ApiKey } from '@latchkey/contract';
import type { NewKey } from './create-key.ts';
import type { KeyRow } from './store.ts';

/** The only way a key leaves the service. The key itself is not here to be shown. */
export function presentKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    keyPrefix: row.keyPrefix,
    permission: row.permission,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}

/** The answer to whoever created the key: the only time it is shown. */
export function presentNewKey({ row, key }: NewKey) {
  const { lastUsedAt: _, revokedAt: __, ...shown } = presentKey(row);
  return { key, ...shown };
}
