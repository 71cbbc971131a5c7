import { type Statistics, statisticDays } from '@latchkey/contract';
import type { Context } from '../../identity/caller/caller.ts';
import type { Deps } from '../../identity/deps.ts';
import type { Db } from '../../platform/db/sql.ts';
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
  type Figure,
  findActiveOf,
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
    const counted = await countPeriod(tx, scope, period, days);
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
      adoption: scope ? null : await countAdoption(tx),
    };
  });
}

async function countPeriod(tx: Db, scope: Scope, period: Period, days: number): Promise<Figure[]> {
  const isKept = days > 1 && (await isCounted(tx, scope));
  if (scope && !isKept) return countFigures(tx, countedInTrail(tx, scope, period), period);
  const source = days === 1 ? countedByHour(tx, period) : countedByDay(tx, scope, period);
  return countFigures(tx, source, period);
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
