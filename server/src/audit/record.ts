import { type AuditAction, categoryOf, eventTypeOf, resourcesOf } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Db, Statement } from '../db/sql.ts';
import type { Origin } from '../origin.ts';
import { type PresentableUser, presentUser } from '../present-user.ts';
import type { AuditEvent } from './event.ts';
import { type EventBody, insertEntry } from './store.ts';

/**
 * The audit entry and the event that webhooks and the stream report, in one statement that can be sent along with
 * others. Runs in the transaction of what it records: the event shows its subject as of then.
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

type Told = AuditEvent & { organizationId: string | null; metadata: Record<string, unknown> };

/** The body that is signed and sent: the same bytes for every endpoint, retry and replay. */
export function bodyOf(event: Told, at: Date): EventBody {
  const { action, user, organizationId, metadata } = event;
  const type = eventTypeOf(action);
  const actor = user && { id: user.id, email: user.email };
  const data = { action, actor, organizationId, metadata, ...aboutOf(event) };
  return { type, body: JSON.stringify({ type, timestamp: at.toISOString(), data }) };
}

function aboutOf({ action, user, about }: AuditEvent): object | undefined {
  if (about || !user || !isAboutUser(action)) return about;
  return { user: presentUser(user as PresentableUser, { forAdmin: false }) };
}

function isAboutUser(action: AuditAction): boolean {
  return resourcesOf(action).includes('user');
}
