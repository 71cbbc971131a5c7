import type { Db } from '../../platform/db/sql.ts';
import { type PersonPolicies, policiesOfPerson } from './policy-store.ts';

/** When the sign-in was and when its session was last used, with the policies of its owner. */
export type SessionUse = {
  userId: string;
  sessionId: string | null;
  signedInAt: Date;
  lastSeenAt: Date;
  connectionId: string | null;
  breakGlassIn: string[] | null;
  policies: PersonPolicies | null;
};

export async function findSessionUse(db: Db, sessionId: string): Promise<SessionUse | undefined> {
  const [row] = await db<SessionUse[]>`
    SELECT s.user_id, s.id AS session_id, coalesce(s.signed_in_at, s.created_at) AS signed_in_at, s.last_seen_at,
           s.connection_id, s.break_glass_in, ${db.unsafe(policiesOfPerson)} AS policies
      FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = ${sessionId}`;
  return row;
}

/** Of a remembered login, the use of the session that it opened last. None began with single sign-on or break-glass. */
export async function findSeriesUse(db: Db, series: string): Promise<SessionUse | undefined> {
  const [row] = await db<SessionUse[]>`
    SELECT r.user_id, s.id AS session_id, r.created_at AS signed_in_at,
           greatest(s.last_seen_at, to_timestamp(r.rotated_at / 1e6), r.created_at) AS last_seen_at,
           NULL AS connection_id, NULL AS break_glass_in, ${db.unsafe(policiesOfPerson)} AS policies
      FROM remember_me r JOIN users u ON u.id = r.user_id LEFT JOIN sessions s ON s.id = r.session_id
     WHERE r.series = ${series}`;
  return row;
}
