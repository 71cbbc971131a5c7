import type { OAuthProvider } from '@latchkey/contract';
import type { Db } from '../db/sql.ts';

/** What a user can sign in with. Only passkeys that verify their user count. */
export type WaysIn = { password: boolean; providers: OAuthProvider[]; passkeys: number };

export async function findWaysIn(db: Db, userId: string): Promise<WaysIn | undefined> {
  const [row] = await db<WaysIn[]>`
    SELECT u.password_hash IS NOT NULL AS password,
           ARRAY(SELECT o.provider::text FROM oauth_accounts o WHERE o.user_id = u.id) AS providers,
           (SELECT count(*)::int FROM passkeys p WHERE p.user_id = u.id AND p.verifies_user) AS passkeys
      FROM users u WHERE u.id = ${userId}`;
  return row;
}
