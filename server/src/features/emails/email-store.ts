import { containing, type Total, totalOf } from '../../platform/db/list-store.ts';
import type { Db } from '../../platform/db/sql.ts';
import type { Mail } from '../../records/email/mail.ts';

export type EmailRow = {
  id: string;
  toAddress: string;
  fromAddress: string;
  subject: string;
  type: Mail['type'];
  status: 'PENDING' | 'SENT' | 'FAILED';
  attempts: number;
  lastError: string | null;
  sentAt: Date | null;
  createdAt: Date;
  userId: string | null;
};

export type EmailFilter = { status?: EmailRow['status'] | undefined; to?: string | undefined };

function matching(db: Db, { status, to }: EmailFilter) {
  return db`
    FROM emails WHERE true
    ${status ? db`AND status = ${status}` : db``}
    ${to ? db`AND to_address LIKE ${containing(to)}` : db``}`;
}

export function totalEmails(db: Db, filter: EmailFilter): Promise<Total> {
  return totalOf(db, matching(db, filter));
}

/** Newest first, without the body. */
export async function listEmailRows(
  db: Db,
  filter: EmailFilter,
  page: { limit: number; offset: number },
): Promise<EmailRow[]> {
  return db<EmailRow[]>`
    SELECT id, to_address, from_address, subject, type, status, attempts, last_error, sent_at, created_at, user_id
    ${matching(db, filter)} ORDER BY created_at DESC, id DESC LIMIT ${page.limit} OFFSET ${page.offset}`;
}
