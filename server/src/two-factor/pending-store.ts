import type { Db } from '../db/sql.ts';

export async function insertPendingLogin(
  db: Db,
  login: {
    tokenHash: Buffer;
    userId: string;
    rememberMe: boolean;
    method: string;
    expiresAt: Date;
    now: Date;
  },
): Promise<void> {
  await db`
    INSERT INTO pending_logins (token_hash, user_id, remember_me, method, expires_at, created_at)
    VALUES (${login.tokenHash}, ${login.userId}, ${login.rememberMe}, ${login.method}, ${login.expiresAt}, ${login.now})`;
}

export async function deletePendingLogins(db: Db, userId: string): Promise<void> {
  await db`DELETE FROM pending_logins WHERE user_id = ${userId}`;
}
