import type { Caller } from '../caller/caller.ts';
import type { Deps } from '../deps.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { countByDay, type DayRow } from './activity-store.ts';
import { scopeOf } from './scope.ts';

const day = 86_400_000;

export async function auditActivity(
  deps: Deps,
  caller: Caller,
  query: { days: number; organizationId?: string | undefined },
): Promise<DayRow[] | Refusal<'VALIDATION_FAILED'>> {
  const scope = scopeOf(caller, { organizationId: query.organizationId });
  if (isRefusal(scope)) return scope;
  const now = deps.clock.now();
  const today = new Date(now).setUTCHours(0, 0, 0, 0);
  const first = today - (query.days - 1) * day;
  const rows = await countByDay(deps.sql, scope.organizationId, new Date(first), now);
  const known = new Map(rows.map((row) => [row.date, row]));
  return Array.from({ length: query.days }, (_, nth) => {
    const date = new Date(first + nth * day).toISOString().slice(0, 10);
    return known.get(date) ?? { date, events: 0, signIns: 0, failures: 0, lockouts: 0, newUsers: 0 };
  });
}
