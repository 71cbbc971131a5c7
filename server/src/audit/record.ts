import { categoryOf } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Db, Statement } from '../db/sql.ts';
import type { Origin } from '../origin.ts';
import type { AuditEvent } from './event.ts';
import { bodyOf } from './event-body.ts';
import { insertEntry } from './store.ts';

/**
 * The audit entry and the event that webhooks and the stream tell, in one statement, so that it can be sent along with
 * others. In the transaction of what it records: the event shows what it is about as it is then.
 */
export function record(db: Db, origin: Origin, event: AuditEvent): Statement {
  const organizationId =
    event.organizationId === undefined ? (event.user?.organizationId ?? null) : event.organizationId;
  const metadata = { ...event.metadata, ...circumstances(origin) };
  return insertEntry(db, {
    id: uuidv7(),
    userId: event.user?.id ?? null,
    userEmail: event.user?.email ?? null,
    organizationId,
    action: event.action,
    category: categoryOf(event.action),
    ipAddress: origin.ipAddress,
    userAgent: origin.userAgent,
    metadata,
    createdAt: origin.now,
    event: bodyOf({ ...event, organizationId, metadata }, origin.now),
  });
}

function circumstances({ impersonatedBy, via }: Origin): Record<string, unknown> {
  return { ...(impersonatedBy && { impersonatedBy }), ...(via && { via }) };
}
