import type { AuditAction, AuditCategory } from '@latchkey/contract';
import { locks } from '../../platform/db/locks.ts';
import type { Db, Statement } from '../../platform/db/sql.ts';

export type AuditRow = {
  id: string;
  userId: string | null;
  userEmail: string | null;
  organizationId: string | null;
  action: AuditAction;
  category: AuditCategory;
  ipAddress: string | null;
  userAgent: string | null;
  metadata: Record<string, unknown>;
  createdAt: Date;
};

export type EventBody = { type: string; body: string };

/** Entry and event, which share an id, in one statement: no more round trips than the entry alone. */
export function insertEntry(db: Db, entry: AuditRow & { event: EventBody }): Statement {
  return db`
    WITH entry AS (
      INSERT INTO audit_logs (id, user_id, user_email, organization_id, action, category, ip_address, user_agent, metadata, created_at)
      VALUES (${entry.id}, ${entry.userId}, ${entry.userEmail}, ${entry.organizationId}, ${entry.action}, ${entry.category},
              ${entry.ipAddress}, ${entry.userAgent}, ${JSON.stringify(entry.metadata)}::text::jsonb, ${entry.createdAt}))
    INSERT INTO events (id, type, organization_id, body, created_at)
    VALUES (${entry.id}, ${entry.event.type}, ${entry.organizationId}, ${entry.event.body}, ${entry.createdAt})`;
}

export type Erased = { recordId: string; entryIds: string[] };

/** Held until the transaction ends: folding the figures meanwhile would bring the address back. */
export async function lockFigures(tx: Db): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(${locks.auditFigures})`;
}

/** Erases a person from the trail. Each month of entries gets a record, which the caller writes. */
export function eraseEntries(tx: Db, email: string): Promise<Erased[]> {
  return tx<Erased[]>`SELECT * FROM erase_audit_person(${email})`;
}
