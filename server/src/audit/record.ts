import { type AuditAction, categoryOf } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../db/sql.ts';
import { insertEntry } from './store.ts';

/** Where an action came from. The command line has no client: address and agent are null then. */
export type Origin = {
  ipAddress: string | null;
  userAgent: string | null;
  now: Date;
  impersonatedBy?: string | undefined;
  via?: 'cli';
};

/** Whoever runs the service, at its command line: nobody in particular, from nowhere. */
export function fromCommandLine(now: Date): Origin {
  return { ipAddress: null, userAgent: null, now, via: 'cli' };
}

export type AuditEvent = {
  action: AuditAction;
  /** The acting user; none is shown as System. */
  user: { id: string; email: string; organizationId: string | null } | null;
  /** Where the entry is filed when that is not the acting user's organization: what is done to a user, at his. */
  organizationId?: string | null;
  metadata?: Record<string, unknown>;
};

/** Always with the transaction of what it records. */
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
