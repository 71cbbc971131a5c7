import { type Pagination, paginate } from '@latchkey/contract';
import type { z } from 'zod';
import { snapshot } from '../db/snapshot.ts';
import type { Deps } from '../deps.ts';
import { listMembers as listRows, type MemberRow, totalMembers } from './member-store.ts';

type Listed = { members: MemberRow[]; pagination: z.infer<typeof Pagination> };

export async function listMembers(
  deps: Deps,
  organizationId: string,
  { page, limit }: { page: number; limit: number },
): Promise<Listed> {
  return snapshot(deps.sql, async (tx) => {
    const { total, totalIsEstimate } = await totalMembers(tx, organizationId);
    // One more than the page shows whether there is a next one; an estimate would not know.
    const rows = await listRows(tx, organizationId, { limit: limit + 1, offset: (page - 1) * limit });
    return {
      members: rows.slice(0, limit),
      pagination: {
        ...paginate(page, limit, total),
        hasNextPage: rows.length > limit,
        ...(totalIsEstimate && { totalIsEstimate }),
      },
    };
  });
}
