import type { Db } from '../../platform/db/sql.ts';

export type AccountRow = { id: string; provider: string; email: string | null; createdAt: Date };

type KeptTokens = { accessToken: Buffer | null; refreshToken: Buffer | null; tokenExpiresAt: Date | null };

export async function findLink(
  db: Db,
  provider: string,
  providerAccountId: string,
): Promise<{ id: string; userId: string } | undefined> {
  const [row] = await db<{ id: string; userId: string }[]>`
    SELECT id, user_id FROM oauth_accounts WHERE provider = ${provider} AND provider_account_id = ${providerAccountId}`;
  return row;
}

/** Violates a unique index if either side is already linked. */
export async function insertAccount(
  db: Db,
  account: KeptTokens & {
    id: string;
    userId: string;
    provider: string;
    providerAccountId: string;
    email: string | null;
    now: Date;
  },
): Promise<void> {
  const { id, userId, provider, providerAccountId, email, now } = account;
  const { accessToken, refreshToken, tokenExpiresAt } = account;
  await db`
    INSERT INTO oauth_accounts (id, user_id, provider, provider_account_id, email, access_token, refresh_token,
                                token_expires_at, created_at, updated_at)
    VALUES (${id}, ${userId}, ${provider}, ${providerAccountId}, ${email}, ${accessToken}, ${refreshToken},
            ${tokenExpiresAt}, ${now}, ${now})`;
}

/** Stores what the provider said this time. A refresh token it didn't repeat stays. False if unlinked by now. */
export async function refreshAccount(
  db: Db,
  account: KeptTokens & { id: string; email: string | null; now: Date },
): Promise<boolean> {
  const { id, email, accessToken, refreshToken, tokenExpiresAt, now } = account;
  const rows = await db`
    UPDATE oauth_accounts
       SET email = coalesce(${email}, email), access_token = ${accessToken},
           refresh_token = coalesce(${refreshToken}, refresh_token), token_expires_at = ${tokenExpiresAt},
           updated_at = ${now}
     WHERE id = ${id} RETURNING id`;
  return rows.length === 1;
}

export function listAccounts(db: Db, userId: string): Promise<AccountRow[]> {
  return db<AccountRow[]>`
    SELECT id, provider, email, created_at FROM oauth_accounts WHERE user_id = ${userId} ORDER BY created_at, id`;
}

export async function deleteAccount(db: Db, id: string): Promise<void> {
  await db`DELETE FROM oauth_accounts WHERE id = ${id}`;
}
