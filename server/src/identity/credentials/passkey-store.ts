import type { Db } from '../../platform/db/sql.ts';

export type Credential = { credentialId: Buffer; transports: string[] };

export function findCredentials(db: Db, userId: string): Promise<Credential[]> {
  return db<Credential[]>`
    SELECT credential_id, transports FROM passkeys WHERE user_id = ${userId} ORDER BY created_at, id`;
}

type Which = { id?: string; since?: Date | null };

/** Removes passkeys: one, those added since then, or all. Returns how many. */
export async function deletePasskeys(db: Db, userId: string, which: Which): Promise<number> {
  const [row] = await db<{ gone: number }[]>`
    WITH gone AS (
      DELETE FROM passkeys
       WHERE user_id = ${userId} AND id = coalesce(${which.id ?? null}, id)
         AND created_at >= coalesce(${which.since ?? null}::timestamptz, '-infinity')
      RETURNING 1)
    UPDATE users SET passkey_count = passkey_count - (SELECT count(*) FROM gone) WHERE id = ${userId}
    RETURNING (SELECT count(*) FROM gone)::int AS gone`;
  return row?.gone ?? 0;
}
