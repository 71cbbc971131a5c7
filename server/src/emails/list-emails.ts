import { type Pagination, paginate } from '@latchkey/contract';
import type { z } from 'zod';
import type { OpenContext } from '../caller/caller.ts';
import { snapshot } from '../db/snapshot.ts';
import { type EmailFilter, type EmailRow, listEmailRows, totalEmails } from './store.ts';

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
