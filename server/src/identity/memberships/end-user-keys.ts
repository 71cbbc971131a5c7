import type { Db } from '../../platform/db/sql.ts';
import { type AuditEvent, record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import { presentKey } from './present.ts';
import { revokeKeysIn } from './user-key-store.ts';

/** A person's keys end with the membership they act in: of one member, or of all if the organization goes. */
export async function endUserKeys(
  tx: Db,
  of: { organizationId: string; userId?: string },
  actor: AuditEvent['user'],
  origin: Origin,
): Promise<void> {
  const { organizationId } = of;
  for (const { userId: targetUserId, ...key } of await revokeKeysIn(tx, of, origin.now)) {
    const { id: keyId, keyPrefix, name } = key;
    await record(tx, origin, {
      action: 'API_KEY_REVOKED',
      user: actor,
      organizationId,
      metadata: { keyId, keyPrefix, name, reason: 'left', targetUserId },
      about: { apiKey: presentKey(key) },
    });
  }
}
