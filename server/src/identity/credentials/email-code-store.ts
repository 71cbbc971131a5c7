import type { Db, Statement } from '../../platform/db/sql.ts';

export type EmailCodeRow = { userId: string; email: string; codeHash: Buffer; browserHash: Buffer };
export type NewEmailCode = EmailCodeRow & { tokenHash: Buffer; expiresAt: Date; now: Date };

/** A new code voids the previous one. Nothing is written for a user who is being deleted. */
export function replaceEmailCode(db: Db, code: NewEmailCode): Statement {
  const { userId, email, codeHash, tokenHash, browserHash, expiresAt, now } = code;
  return db`
    INSERT INTO email_codes (user_id, email, code_hash, token_hash, browser_hash, expires_at, created_at)
    SELECT u.id, ${email}, ${codeHash}, ${tokenHash}, ${browserHash}, ${expiresAt}, ${now}
      FROM users u WHERE u.id = ${userId} FOR KEY SHARE
    ON CONFLICT (user_id) DO UPDATE
       SET email = excluded.email, code_hash = excluded.code_hash, token_hash = excluded.token_hash,
           browser_hash = excluded.browser_hash, expires_at = excluded.expires_at, created_at = excluded.created_at`;
}

/** Found by its user, or by the token in its link. */
export async function findEmailCode(
  db: Db,
  by: { userId: string } | { tokenHash: Buffer },
  now: Date,
): Promise<EmailCodeRow | undefined> {
  const which = 'userId' in by ? db`user_id = ${by.userId}` : db`token_hash = ${by.tokenHash}`;
  const [row] = await db<EmailCodeRow[]>`
    SELECT user_id, email, code_hash, browser_hash FROM email_codes WHERE ${which} AND expires_at > ${now}`;
  return row;
}

/** Single use: true for exactly one of the concurrent callers. */
export async function useEmailCode(
  db: Db,
  { userId, codeHash }: Pick<EmailCodeRow, 'userId' | 'codeHash'>,
  now: Date,
): Promise<boolean> {
  const rows = await db`
    DELETE FROM email_codes WHERE user_id = ${userId} AND code_hash = ${codeHash} AND expires_at > ${now} RETURNING 1`;
  return rows.length === 1;
}

export async function deleteEmailCode(db: Db, userId: string): Promise<void> {
  await db`DELETE FROM email_codes WHERE user_id = ${userId}`;
}
