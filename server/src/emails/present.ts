import type { EmailEntry } from '@latchkey/contract';
import type { EmailRow } from './store.ts';

/** The only way a mail leaves the log. */
export function presentEmail(row: EmailRow): EmailEntry {
  return {
    id: row.id,
    to: row.toAddress,
    from: row.fromAddress,
    subject: row.subject,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    lastError: row.lastError,
    sentAt: row.sentAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    userId: row.userId,
  };
}
