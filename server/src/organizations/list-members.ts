import { type Pagination, paginate } from '@latchkey/contract';
import type { z } from 'zod';
import type { Context } from '../caller/caller.ts';
import { snapshot } from '../db/snapshot.ts';
import { exactTo } from '../db/total-store.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { listMemberRows, type MemberRow } from './member-store.ts';
import { countMembers } from './size-store.ts';

type Listed = { members: MemberRow[]; pagination: z.infer<typeof Pagination> };

export async function listMembers(
  { deps, caller }: Context,
  { page, limit }: { page: number; limit: number },
): Promise<Listed | Refusal<'NO_ORGANIZATION'>> {
  const { organizationId } = caller.user;
  if (!organizationId) return refuse('NO_ORGANIZATION');
  return snapshot(deps.sql, async (tx) => {
    const total = await countMembers(tx, organizationId);
    const members = await listMemberRows(tx, organizationId, { total, limit, offset: (page - 1) * limit });
    const estimate = total > exactTo && { totalIsEstimate: true as const };
    return { members, pagination: { ...paginate(page, limit, total), ...estimate } };
  });
}
