import { type Statistics, statisticDays } from '@latchkey/contract';
import type { Context } from '../../identity/caller/caller.ts';
import type { Deps } from '../../identity/deps.ts';
import type { Db, Fragment } from '../../platform/db/sql.ts';
import { snapshot } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import { isCounted } from '../audit-logs/count-store.ts';
import { filterForCaller } from '../audit-logs/policy.ts';
import {
  countAdoption,
  countedByDay,
  countedByHour,
  countedInTrail,
  countFigures,
  countHours,
  type Figure,
  findActiveOf,
  type HourFigure,
  noteActive,
  type Period,
  type Scope,
  totalActive,
} from './statistics-store.ts';

const hour = 3_600_000;
const day = 24 * hour;

type Query = { days: number; organizationId?: string | undefined };

export async function getStatistics(
  { deps, caller, origin: { now } }: Context,
  { days, organizationId }: Query,
): Promise<Statistics | Refusal<'VALIDATION_FAILED'>> {
  const filter = filterForCaller(caller, { organizationId });
  if (isRefusal(filter)) return filter;
  const scope = filter.organizationId;
  const period = periodOf(now, days);
  const since = new Date(now.getTime() - days * day);
  return snapshot(deps.sql, async (tx) => {
    const isKept = days > 1 && (await isCounted(tx, scope));
    const source = sourceOf(tx, { scope, isKept, period, days });
    const counted = await countFigures(tx, source, period);
    return {
      signIns: figureOf(counted, 'AUTH_LOGIN_SUCCESS'),
      failures: figureOf(counted, 'AUTH_LOGIN_FAILURE'),
      lockouts: figureOf(counted, 'SECURITY_ACCOUNT_LOCKED'),
      signUps: figureOf(counted, 'AUTH_REGISTER'),
      activeUsers: {
        ...(await totalActive(tx, scope, since)),
        before: scope ? null : await findActiveOf(tx, since, days),
      },
      signInMethods: detailsOf(counted, 'AUTH_LOGIN_SUCCESS'),
      failureReasons: detailsOf(counted, 'AUTH_LOGIN_FAILURE'),
      hours: days === 1 ? everyHour(period, await countHours(tx, source, period.from)) : null,
      adoption: scope ? null : await countAdoption(tx),
    };
  });
}

type Source = { scope: Scope; isKept: boolean; period: Period; days: number };

function sourceOf(tx: Db, { scope, isKept, period, days }: Source): Fragment {
  if (scope && !isKept) return countedInTrail(tx, scope, period);
  return days === 1 ? countedByHour(tx, period) : countedByDay(tx, scope, period);
}

/** Those without any, too. */
function everyHour({ from }: Period, counted: readonly HourFigure[]) {
  const known = new Map(counted.map((each) => [each.at.getTime(), each]));
  return Array.from({ length: day / hour }, (_, nth) => {
    const at = new Date(from.getTime() + nth * hour);
    const { signIns = 0, failures = 0 } = known.get(at.getTime()) ?? {};
    return { at: at.toISOString(), signIns, failures };
  });
}

/** Whole days, or whole hours of the last 24. */
function periodOf(now: Date, days: number): Period {
  const step = days === 1 ? hour : day;
  const end = Math.floor(now.getTime() / step) * step + step;
  const length = days * day;
  return { from: new Date(end - length), before: new Date(end - 2 * length) };
}

function figureOf(counted: readonly Figure[], action: string) {
  const { count = 0, before = 0 } = counted.find(({ key }) => key === action) ?? {};
  return { count, before };
}

function detailsOf(counted: readonly Figure[], action: string) {
  const start = `${action}:`;
  return counted
    .filter(({ key, count, before }) => key.startsWith(start) && count + before > 0)
    .map(({ key, count, before }) => ({ name: key.slice(start.length), count, before }));
}

/** For the comparison with a period that has passed. */
export function noteActiveUsers({ sql, clock }: Pick<Deps, 'sql' | 'clock'>): Promise<void> {
  return noteActive(sql, clock.now(), statisticDays.map(Number));
}
