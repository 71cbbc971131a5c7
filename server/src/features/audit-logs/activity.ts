import type { Context } from '../../identity/caller/caller.ts';
import type { LateReading } from '../../identity/deps.ts';
import type { Db } from '../../platform/db/sql.ts';
import { snapshot } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import { countByDay, countFewByDay, type DayRow } from './activity-store.ts';
import { isCounted } from './count-store.ts';
import { filterForCaller } from './policy.ts';

const day = 86_400_000;

export async function auditActivity(
  { reads, caller, origin }: Context & LateReading,
  query: { days: number; organizationId?: string | undefined },
): Promise<DayRow[] | Refusal<'VALIDATION_FAILED'>> {
  const scope = filterForCaller(caller, { organizationId: query.organizationId });
  if (isRefusal(scope)) return scope;
  const today = new Date(origin.now).setUTCHours(0, 0, 0, 0);
  const first = today - (query.days - 1) * day;
  const rows = await snapshot(reads, (tx) => countDays(tx, scope.organizationId, new Date(first)));
  const known = new Map(rows.map((row) => [row.date, row]));
  return Array.from({ length: query.days }, (_, nth) => {
    const date = new Date(first + nth * day).toISOString().slice(0, 10);
    return known.get(date) ?? { date, events: 0, signIns: 0, failures: 0, lockouts: 0, newUsers: 0 };
  });
}

async function countDays(tx: Db, organizationId: string | undefined, first: Date): Promise<DayRow[]> {
  return organizationId && !(await isCounted(tx, organizationId))
    ? countFewByDay(tx, organizationId, first)
    : countByDay(tx, organizationId, first);
}
