import type { Db } from '../db/sql.ts';
import { setAside } from './email-undo-store.ts';
import type { Age } from './two-factor-store.ts';

export type Credential = { credentialId: Buffer; transports: string[] };

/** `alone`: without those that were set aside. */
export function findCredentials(db: Db, userId: string, { alone = false } = {}): Promise<Credential[]> {
  return db<Credential[]>`
    SELECT credential_id, transports FROM passkeys f
     WHERE user_id = ${userId} ${alone ? db`AND NOT ${setAside(db)}` : db``} ORDER BY created_at, id`;
}

/** Removes passkeys: one, those added since or before then, or all. Returns how many. */
export async function deletePasskeys(db: Db, userId: string, which: { id?: string } & Age): Promise<number> {
  const [row] = await db<{ gone: number }[]>`
    WITH gone AS (
      DELETE FROM passkeys
       WHERE user_id = ${userId} AND id = coalesce(${which.id ?? null}, id)
         AND created_at >= coalesce(${which.since ?? null}::timestamptz, '-infinity')
         AND created_at < coalesce(${which.before ?? null}::timestamptz, 'infinity')
      RETURNING 1)
    UPDATE users SET passkey_count = passkey_count - (SELECT count(*) FROM gone) WHERE id = ${userId}
    RETURNING (SELECT count(*) FROM gone)::int AS gone`;
  return row?.gone ?? 0;
}
