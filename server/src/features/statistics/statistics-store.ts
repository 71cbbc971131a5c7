import { type Total, totalOf } from '../../platform/db/list-store.ts';
import type { Db, Fragment } from '../../platform/db/sql.ts';
import { dateOf, figures } from '../audit-logs/count-store.ts';

/** A period and the one before, which ends where it begins. */
export type Period = { before: Date; from: Date };
export type Scope = string | undefined;

const actions = [
  'AUTH_LOGIN_SUCCESS',
  'AUTH_LOGIN_FAILURE',
  'SECURITY_ACCOUNT_LOCKED',
  'AUTH_REGISTER',
] as const;
export type Figure = { key: string; count: number; before: number };

/** By action, and by action and detail, as `audit_detail` has it. */
export function countFigures(db: Db, source: Fragment, { before, from }: Period): Promise<Figure[]> {
  return db<Figure[]>`
    SELECT key, coalesce(sum(n) FILTER (WHERE at >= ${from}), 0)::int AS count,
           coalesce(sum(n) FILTER (WHERE at < ${from}), 0)::int AS before
      FROM (${source}) AS counted
     WHERE at >= ${before} AND split_part(key, ':', 1) = ANY(${[...actions]}::text[])
     GROUP BY key ORDER BY count DESC, before DESC, key`;
}

export type HourFigure = { at: Date; signIns: number; failures: number };

/** By the hour. Hours without any have no row. */
export function countHours(db: Db, source: Fragment, from: Date): Promise<HourFigure[]> {
  return db<HourFigure[]>`
    SELECT date_trunc('hour', at, 'UTC') AS at,
           coalesce(sum(n) FILTER (WHERE key = 'AUTH_LOGIN_SUCCESS'), 0)::int AS sign_ins,
           coalesce(sum(n) FILTER (WHERE key = 'AUTH_LOGIN_FAILURE'), 0)::int AS failures
      FROM (${source}) AS counted
     WHERE at >= ${from} GROUP BY 1`;
}

/** From the figures that are kept for each day, of all organizations or one that is counted. */
export function countedByDay(db: Db, scope: Scope, { before }: Period): Fragment {
  const { folded, unfolded } = figures(db, scope);
  const midnight = (day: Fragment) => db`${day}::timestamp AT TIME ZONE 'UTC'`;
  return db`
    SELECT ${midnight(db`d.day`)} AS at, e.key, e.value::int AS n
      FROM (SELECT day, counts FROM ${folded} AND day >= ${dateOf(before)}::date) AS d, jsonb_each_text(d.counts) AS e
     UNION ALL
    SELECT ${midnight(db`u.day`)}, e.key, u.n
      FROM (SELECT * FROM ${unfolded}) AS u, LATERAL (VALUES (u.action), (u.detail)) AS e (key)
     WHERE e.key IS NOT NULL`;
}

/** From the figures that are kept for each of the last hours, of all organizations. */
export function countedByHour(db: Db, { before }: Period): Fragment {
  const { unfolded } = figures(db, undefined);
  return db`
    SELECT h.hour AS at, e.key, e.value::int AS n
      FROM (SELECT hour, counts FROM audit_hours WHERE hour >= ${before}) AS h, jsonb_each_text(h.counts) AS e
     UNION ALL
    SELECT u.hour, e.key, u.n
      FROM (SELECT * FROM ${unfolded}) AS u, LATERAL (VALUES (u.action), (u.detail)) AS e (key)
     WHERE u.hour IS NOT NULL AND e.key IS NOT NULL`;
}

/** From the entries of an organization: for one that has few, or a short time. */
export function countedInTrail(db: Db, scope: string, { before }: Period): Fragment {
  return db`
    SELECT a.created_at AS at, e.key, 1 AS n
      FROM audit_logs a, LATERAL (VALUES (a.action), (audit_detail(a.action, a.metadata))) AS e (key)
     WHERE a.organization_id = ${scope} AND a.created_at >= ${before} AND a.action = ANY(${[...actions]}::text[])
       AND e.key IS NOT NULL`;
}

export function totalActive(db: Db, scope: Scope, from: Date): Promise<Total> {
  return totalOf(
    db,
    scope
      ? db`FROM member_logins WHERE organization_id = ${scope} AND last_login_at >= ${from}`
      : db`FROM user_logins WHERE last_login_at >= ${from}`,
  );
}

export async function findActiveOf(db: Db, on: Date, days: number): Promise<number | null> {
  const [row] = await db<{ users: number }[]>`
    SELECT users FROM active_users WHERE day = ${dateOf(on)}::date AND days = ${days}`;
  return row?.users ?? null;
}

/** Once a day: how many people signed in within each of these numbers of days. What it was can't be told later. */
export async function noteActive(db: Db, now: Date, spans: readonly number[]): Promise<void> {
  const today = dateOf(now);
  await db`
    INSERT INTO active_users (day, days, users)
    SELECT ${today}::date, s.days, (SELECT count(*) FROM user_logins
                                     WHERE last_login_at >= ${now}::timestamptz - s.days * interval '1 day')
      FROM unnest(${[...spans]}::int[]) AS s (days)
     WHERE NOT EXISTS (SELECT 1 FROM active_users WHERE day = ${today}::date)
    ON CONFLICT DO NOTHING`;
}

type Adoption = { users: Total; twoFactor: Total; passkeys: Total };

export async function countAdoption(db: Db): Promise<Adoption> {
  const [users, twoFactor, passkeys] = await Promise.all([
    totalOf(db, db`FROM users WHERE is_active`),
    totalOf(db, db`FROM users WHERE is_active AND two_factor_enabled`),
    totalOf(db, db`FROM users WHERE is_active AND passkey_count > 0`),
  ]);
  return { users, twoFactor, passkeys };
}
