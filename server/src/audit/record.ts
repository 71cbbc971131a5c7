import { type AuditAction, categoryOf } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Db, Statement } from '../db/sql.ts';
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

/** In the transaction of what it records. One statement, so that it can be sent along with others. */
export function record(db: Db, origin: Origin, event: AuditEvent): Statement {
  return insertEntry(db, {
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
