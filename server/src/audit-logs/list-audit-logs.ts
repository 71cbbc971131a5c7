import { auditPage } from '@latchkey/contract';
import type { AuditRow } from '../audit/store.ts';
import type { Context } from '../caller/caller.ts';
import { snapshot } from '../db/snapshot.ts';
import type { Total } from '../db/total-store.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { filterForCaller } from './filter-for-caller.ts';
import { type AuditFilter, listEntries, resolve, totalEntries } from './store.ts';

type Query = AuditFilter & { page: number; limit: number; export: boolean };
type Page = Total & { entries: AuditRow[]; pageSize: number };

export async function listAuditLogs(
  { deps, caller }: Context,
  query: Query,
): Promise<Page | Refusal<'VALIDATION_FAILED'>> {
  const scope = filterForCaller(caller, query);
  if (isRefusal(scope)) return scope;
  const pageSize = query.export ? query.limit : Math.min(query.limit, auditPage.max);
  const offset = (query.page - 1) * pageSize;
  return snapshot(deps.sql, async (tx) => {
    const filter = await resolve(tx, scope);
    const total = await totalEntries(tx, filter);
    const pastTheEnd = !total.totalIsEstimate && offset >= total.total;
    const entries = pastTheEnd ? [] : await listEntries(tx, filter, { limit: pageSize, offset });
    return { ...total, entries, pageSize };
  });
}
