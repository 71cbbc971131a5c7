import type { Db, Statement } from '../../platform/db/sql.ts';
import { isShared, sharingEnds } from './rotation-store.ts';
import type { SignIn } from './session-store.ts';

export type SeriesRow = {
  series: string;
  userId: string;
  counter: number;
  sessionId: string | null;
  rotatedAt: string | null;
  isShared: boolean;
  expiresAt: Date;
  /** When its user signed in, and how. */
  createdAt: Date;
  signInMethod: string | null;
  secondFactor: boolean;
  requireTwoFactor: boolean;
};

export function insertSeries(
  db: Db,
  row: {
    series: string;
    userId: string;
    tokenHash: Buffer;
    sessionId: string;
    signIn: SignIn;
    expiresAt: Date;
  },
): Statement {
  const { series, userId, tokenHash, sessionId, signIn, expiresAt } = row;
  return db`
    INSERT INTO remember_me (series, user_id, token_hash, session_id, sign_in_method, second_factor, require_two_factor, expires_at,
                             created_at)
    VALUES (${series}, ${userId}, ${tokenHash}, ${sessionId}, ${signIn.method}, ${signIn.secondFactor},
            ${signIn.requireTwoFactor ?? false}, ${expiresAt}, ${signIn.at})`;
}

export async function findSeries(db: Db, series: string): Promise<SeriesRow | undefined> {
  const [row] = await db<SeriesRow[]>`
    SELECT series, user_id, counter, session_id, rotated_at, ${isShared(db, 'shared_until')}, expires_at,
           created_at, sign_in_method, second_factor, require_two_factor
      FROM remember_me WHERE series = ${series}`;
  return row;
}

/** Succeeds for one caller: the token is replaced by the next one only while it is still the newest. */
export async function rotateSeries(
  db: Db,
  rotation: {
    series: string;
    tokenHash: Buffer;
    nextTokenHash: Buffer;
    sessionId: string;
    sharedUntil: number;
    expiresAt: Date;
    now: Date;
  },
): Promise<boolean> {
  const { series, tokenHash, nextTokenHash, sessionId, sharedUntil, expiresAt, now } = rotation;
  const rows = await db`
    UPDATE remember_me SET counter = counter + 1, token_hash = ${nextTokenHash}, session_id = ${sessionId},
           rotated_at = ${sharedUntil}, shared_until = ${sharingEnds(db)}, expires_at = ${expiresAt}
     WHERE series = ${series} AND token_hash = ${tokenHash} AND expires_at > ${now}
       AND EXISTS (SELECT 1 FROM users u WHERE u.id = user_id AND u.is_active)
    RETURNING series`;
  return rows.length === 1;
}

export async function deleteSeries(db: Db, series: string): Promise<void> {
  await db`DELETE FROM remember_me WHERE series = ${series}`;
}

export async function settleSeries(
  db: Db,
  series: string,
  counter: number,
  rotatedAt: number,
): Promise<void> {
  await db`
    UPDATE remember_me SET rotated_at = least(rotated_at, ${rotatedAt}::bigint)
     WHERE series = ${series} AND counter = ${counter}`;
}
