import type { Passkey } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';

export type Challenge = { bytes: Buffer; expiresAt: Date };

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

export type PasskeyRow = {
  id: string;
  name: string;
  deviceType: Passkey['deviceType'];
  backedUp: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
};

export type NewRow = Omit<PasskeyRow, 'lastUsedAt'> & {
  userId: string;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  verifiesUser: boolean;
};

/** False if an account already has this credential. */
export async function insertPasskey(db: Db, row: NewRow): Promise<boolean> {
  const rows = await db`
    WITH added AS (INSERT INTO passkeys ${db(row)} ON CONFLICT (credential_id) DO NOTHING RETURNING user_id)
    UPDATE users u SET passkey_count = passkey_count + 1 FROM added WHERE u.id = added.user_id RETURNING 1`;
  return rows.length === 1;
}

export type KnownCredential = { id: string; userId: string; credentialId: Buffer; publicKey: Buffer };

export async function findCredential(db: Db, credentialId: Buffer): Promise<KnownCredential | undefined> {
  const [row] = await db<KnownCredential[]>`
    SELECT id, user_id, credential_id, public_key FROM passkeys WHERE credential_id = ${credentialId}`;
  return row;
}

/** Single use: true for the first caller only. */
export async function spendChallenge(db: Db, { bytes, expiresAt }: Challenge): Promise<boolean> {
  const rows = await db`
    INSERT INTO spent_challenges (id, expires_at) VALUES (${bytes}, ${expiresAt}) ON CONFLICT DO NOTHING RETURNING 1`;
  return rows.length === 1;
}

/** Makes a challenge usable again that this transaction spent for nothing. */
export async function unspendChallenge(db: Db, { bytes }: Challenge): Promise<void> {
  await db`DELETE FROM spent_challenges WHERE id = ${bytes}`;
}
