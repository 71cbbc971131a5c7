import { type Pagination, paginate } from '@latchkey/contract';
import type { z } from 'zod';
import type { Context } from '../caller/caller.ts';
import { snapshot } from '../db/snapshot.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { listMemberRows, type MemberRow, totalMembers } from './member-store.ts';

type Listed = { members: MemberRow[]; pagination: z.infer<typeof Pagination> };

export async function listMembers(
  { deps, caller }: Context,
  { page, limit }: { page: number; limit: number },
): Promise<Listed | Refusal<'NO_ORGANIZATION'>> {
  const { organizationId } = caller.user;
  if (!organizationId) return refuse('NO_ORGANIZATION');
  return snapshot(deps.sql, async (tx) => {
    const { total, totalIsEstimate } = await totalMembers(tx, organizationId);
    // One row more than the page holds tells whether there is a next one; an estimate can't.
    const rows = await listMemberRows(tx, organizationId, { limit: limit + 1, offset: (page - 1) * limit });
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
