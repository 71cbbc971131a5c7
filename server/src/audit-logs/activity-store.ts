import type { Db } from '../db/sql.ts';

export type DayRow = {
  date: string;
  events: number;
  signIns: number;
  failures: number;
  lockouts: number;
  newUsers: number;
};

/** Days on which nothing happened have no row. */
export function countByDay(
  db: Db,
  organizationId: string | undefined,
  from: Date,
  to: Date,
): Promise<DayRow[]> {
  return db<DayRow[]>`
    SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date,
           count(*)::int AS events,
           (count(*) FILTER (WHERE action = 'AUTH_LOGIN_SUCCESS'))::int AS sign_ins,
           (count(*) FILTER (WHERE action = 'AUTH_LOGIN_FAILURE'))::int AS failures,
           (count(*) FILTER (WHERE action = 'SECURITY_ACCOUNT_LOCKED'))::int AS lockouts,
           (count(*) FILTER (WHERE action = 'AUTH_REGISTER'))::int AS new_users
      FROM audit_logs
     WHERE created_at >= ${from} AND created_at <= ${to}
           ${organizationId === undefined ? db`` : db`AND organization_id = ${organizationId}`}
     GROUP BY 1`;
}
