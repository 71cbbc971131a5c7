import type { Db } from '../../platform/db/sql.ts';
import { dateOf, figures } from './count-store.ts';

export type DayRow = {
  date: string;
  events: number;
  signIns: number;
  failures: number;
  lockouts: number;
  newUsers: number;
};

/** From the daily figures, for an organization that is counted, or for all. Days without entries have no row. */
export function countByDay(db: Db, organizationId: string | undefined, first: Date): Promise<DayRow[]> {
  const { folded, unfolded } = figures(db, organizationId);
  return sumByDay(
    db,
    db`SELECT day, counts FROM ${folded} AND day >= ${dateOf(first)}::date
       UNION ALL
       SELECT day, jsonb_build_object('events', n, action, n) FROM ${unfolded} AND day >= ${dateOf(first)}::date`,
  );
}

/** The same from the trail, for an organization with few entries. */
export function countFewByDay(db: Db, organizationId: string, first: Date): Promise<DayRow[]> {
  return sumByDay(
    db,
    db`SELECT (created_at AT TIME ZONE 'UTC')::date AS day, jsonb_build_object('events', 1, action, 1) AS counts
         FROM audit_logs WHERE organization_id = ${organizationId} AND created_at >= ${first}`,
  );
}

function sumByDay(db: Db, counts: ReturnType<Db>): Promise<DayRow[]> {
  const counting = (key: string) => db`coalesce(sum((counts->>${key})::int), 0)::int`;
  return db<DayRow[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS date, ${counting('events')} AS events,
           ${counting('AUTH_LOGIN_SUCCESS')} AS sign_ins, ${counting('AUTH_LOGIN_FAILURE')} AS failures,
           ${counting('SECURITY_ACCOUNT_LOCKED')} AS lockouts, ${counting('AUTH_REGISTER')} AS new_users
      FROM (${counts}) AS days GROUP BY day`;
}
