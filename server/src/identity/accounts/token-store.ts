import { lockout } from '@latchkey/contract';
import type { Db, Statement } from '../../platform/db/sql.ts';
import { type Sweep, sweepSome } from '../../platform/db/sweep-store.ts';

export type TokenKind = 'email_verification' | 'email_change' | 'password_reset' | 'account_unlock';
export type TokenRow = { userId: string; email: string };

/** A new link voids earlier ones of its kind, unless they last longer: no stranger cuts short what an ADMIN sent. */
export function replaceToken(
  db: Db,
  token: { hash: Buffer; kind: TokenKind; userId: string; email: string; expiresAt: Date; now: Date },
): Statement {
  const { hash, kind, userId, email, expiresAt, now } = token;
  // Nothing is written for a user who is being deleted.
  return db`
    WITH earlier AS (
      DELETE FROM one_time_tokens WHERE user_id = ${userId} AND kind = ${kind} AND expires_at <= ${expiresAt})
    INSERT INTO one_time_tokens (token_hash, kind, user_id, email, expires_at, created_at)
    SELECT ${hash}, ${kind}, u.id, ${email}, ${expiresAt}, ${now} FROM users u WHERE u.id = ${userId} FOR KEY SHARE`;
}

export async function findToken(
  db: Db,
  kind: TokenKind,
  hash: Buffer,
  now: Date,
): Promise<TokenRow | undefined> {
  const [row] = await db<TokenRow[]>`
    SELECT user_id, email FROM one_time_tokens WHERE token_hash = ${hash} AND kind = ${kind} AND expires_at > ${now}`;
  return row;
}

/** Single use: deleting it uses it. */
export async function useToken(
  db: Db,
  kind: TokenKind,
  hash: Buffer,
  now: Date,
): Promise<TokenRow | undefined> {
  const [row] = await db<TokenRow[]>`
    DELETE FROM one_time_tokens WHERE token_hash = ${hash} AND kind = ${kind} AND expires_at > ${now}
    RETURNING user_id, email`;
  return row;
}

export async function deleteTokens(db: Db, userId: string, kind: TokenKind): Promise<void> {
  await db`DELETE FROM one_time_tokens WHERE user_id = ${userId} AND kind = ${kind}`;
}

/** Deletes expired rows. They no longer count; this only frees their space. */
export const accountSweeps: Sweep[] = [
  (db, now) => sweepSome(db, 'sessions', db`expires_at < ${now}`),
  // Deleting one that a session still refers to would delete the session too.
  (db, now) =>
    sweepSome(
      db,
      'remember_me',
      db`expires_at < ${now} AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.remember_series = series)`,
    ),
  (db, now) => sweepSome(db, 'one_time_tokens', db`expires_at < ${now}`),
  (db, now) => sweepSome(db, 'email_change_undos', db`expires_at < ${now}`),
  (db, now) => sweepSome(db, 'email_codes', db`expires_at < ${now}`),
  (db, now) => sweepSome(db, 'registration_codes', db`expires_at < ${now}`),
  (db, now) => sweepSome(db, 'spent_challenges', db`expires_at < ${now}`),
  (db, now) => sweepSome(db, 'pending_logins', db`expires_at < ${now}`),
  // For known and unknown addresses alike: a difference would reveal which is which.
  (db, now) =>
    sweepSome(
      db,
      'attempts',
      db`pending_at < ${new Date(now.getTime() - lockout.forgottenAfterHours * 3_600_000)}`,
    ),
];
