import type { AuditAction, AuditCategory } from '@latchkey/contract';
import type { Db, Statement } from '../db/sql.ts';

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
