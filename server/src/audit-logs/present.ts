import type { AuditEntry } from '@latchkey/contract';
import type { AuditRow } from '../audit/store.ts';

/** The only way an entry leaves the service. */
export function presentEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    userId: row.userId,
    userEmail: row.userEmail,
    action: row.action,
    category: row.category,
    ipAddress: row.ipAddress,
    userAgent: row.userAgent,
    organizationId: row.organizationId,
    metadata: row.metadata,
    createdAt: row.createdAt.toISOString(),
  };
}
