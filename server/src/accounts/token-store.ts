import type { Db, Statement } from '../db/sql.ts';

export type TokenKind = 'email_verification' | 'password_reset' | 'account_unlock';
export type TokenRow = { userId: string; email: string };

/** A new link voids earlier ones of its kind. */
export function replaceToken(
  db: Db,
  token: { hash: Buffer; kind: TokenKind; userId: string; email: string; expiresAt: Date; now: Date },
): Statement {
  const { hash, kind, userId, email, expiresAt, now } = token;
  // Nothing is written for a user who is being deleted.
  return db`
    WITH earlier AS (DELETE FROM one_time_tokens WHERE user_id = ${userId} AND kind = ${kind})
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
