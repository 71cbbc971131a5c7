import { type EmailEntry, type Pagination, paginate } from '@latchkey/contract';
import type { z } from 'zod';
import type { OpenContext } from '../../identity/caller/caller.ts';
import { snapshot } from '../../platform/db/transact.ts';
import { type EmailFilter, type EmailRow, listEmailRows, totalEmails } from './email-store.ts';

type Query = EmailFilter & { page: number; limit: number };
type Listed = { emails: EmailRow[]; pagination: z.infer<typeof Pagination> };

export async function listEmails({ deps }: OpenContext, query: Query): Promise<Listed> {
  const { page, limit, status, to } = query;
  const filter = { status, to: to?.trim() };
  return snapshot(deps.sql, async (tx) => {
    const { total, totalIsEstimate } = await totalEmails(tx, filter);
    const emails = await listEmailRows(tx, filter, { limit, offset: (page - 1) * limit });
    return {
      emails,
      pagination: { ...paginate(page, limit, total), ...(totalIsEstimate && { totalIsEstimate }) },
    };
  });
}

/** The only form in which an email leaves the log. */
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
