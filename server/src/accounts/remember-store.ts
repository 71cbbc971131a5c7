import type { Db, Statement } from '../db/sql.ts';

export type SeriesRow = {
  series: string;
  userId: string;
  tokenHash: Buffer;
  counter: number;
  sessionId: string | null;
  rotatedAt: string | null;
  expiresAt: Date;
};

export function insertSeries(
  db: Db,
  row: { series: string; userId: string; tokenHash: Buffer; sessionId: string; expiresAt: Date; now: Date },
): Statement {
  return db`
    INSERT INTO remember_me (series, user_id, token_hash, session_id, expires_at, created_at)
    VALUES (${row.series}, ${row.userId}, ${row.tokenHash}, ${row.sessionId}, ${row.expiresAt}, ${row.now})`;
}

export async function findSeries(db: Db, series: string): Promise<SeriesRow | undefined> {
  const [row] = await db<SeriesRow[]>`
    SELECT r.series, r.user_id, r.token_hash, r.counter, r.session_id, r.rotated_at, r.expires_at
      FROM remember_me r JOIN users u ON u.id = r.user_id WHERE r.series = ${series} AND u.is_active`;
  return row;
}

/** One winner: the counter moves only from the value the token carries. */
export async function rotateSeries(
  db: Db,
  rotation: {
    series: string;
    counter: number;
    tokenHash: Buffer;
    nextTokenHash: Buffer;
    sessionId: string;
    sharedUntil: number;
    expiresAt: Date;
    now: Date;
  },
): Promise<boolean> {
  const { series, counter, tokenHash, nextTokenHash, sessionId, sharedUntil, expiresAt, now } = rotation;
  const rows = await db`
    UPDATE remember_me SET counter = counter + 1, token_hash = ${nextTokenHash}, session_id = ${sessionId},
           rotated_at = ${sharedUntil}, expires_at = ${expiresAt}
     WHERE series = ${series} AND counter = ${counter} AND token_hash = ${tokenHash} AND expires_at > ${now}
       AND EXISTS (SELECT 1 FROM users u WHERE u.id = user_id AND u.is_active)
    RETURNING series`;
  return rows.length === 1;
}

export async function settleSeries(
  db: Db,
  series: string,
  counter: number,
  rotatedAt: number,
): Promise<void> {
  await db`UPDATE remember_me SET rotated_at = ${rotatedAt} WHERE series = ${series} AND counter = ${counter}`;
}
