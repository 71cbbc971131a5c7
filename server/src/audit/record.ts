import { type AuditAction, categoryOf } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../db/sql.ts';
import type { Origin } from '../origin.ts';
import { insertEntry } from './store.ts';

export type AuditEvent = {
  action: AuditAction;
  /** The acting user; none is shown as System. */
  user: { id: string; email: string; organizationId: string | null } | null;
  /** Where the entry is filed when that is not the acting user's organization: what is done to a user belongs to theirs. */
  organizationId?: string | null;
  metadata?: Record<string, unknown>;
};

/** Call it in the transaction of what it records. */
export async function record(db: Db, origin: Origin, event: AuditEvent): Promise<void> {
  await insertEntry(db, {
    id: uuidv7(),
    userId: event.user?.id ?? null,
    userEmail: event.user?.email ?? null,
    organizationId:
      event.organizationId === undefined ? (event.user?.organizationId ?? null) : event.organizationId,
    action: event.action,
    category: categoryOf(event.action),
    ipAddress: origin.ipAddress,
    userAgent: origin.userAgent,
    metadata: { ...event.metadata, ...circumstances(origin) },
    createdAt: origin.now,
  });
}

function circumstances({ impersonatedBy, via }: Origin): Record<string, unknown> {
  return { ...(impersonatedBy && { impersonatedBy }), ...(via && { via }) };
}
