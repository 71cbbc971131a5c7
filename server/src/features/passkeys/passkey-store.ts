import type { Passkey } from '@latchkey/contract';
import type { Challenge } from '../../identity/credentials/passkeys.ts';
import type { Db } from '../../platform/db/sql.ts';

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

const columns = (db: Db) => db`id, name, device_type, backed_up, created_at, last_used_at`;

export function findPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db<PasskeyRow[]>`
    SELECT ${columns(db)} FROM passkeys WHERE user_id = ${userId} ORDER BY created_at, id`;
}

export async function findOwn(
  db: Db,
  userId: string,
  id: string,
): Promise<{ name: string; verifiesUser: boolean } | undefined> {
  const [row] = await db<{ name: string; verifiesUser: boolean }[]>`
    SELECT name, verifies_user FROM passkeys WHERE id = ${id} AND user_id = ${userId}`;
  return row;
}

/** False if an account already has this credential. */
export async function insertPasskey(db: Db, row: NewRow): Promise<boolean> {
  const rows = await db`
    WITH added AS (INSERT INTO passkeys ${db(row)} ON CONFLICT (credential_id) DO NOTHING RETURNING user_id)
    UPDATE users u SET passkey_count = passkey_count + 1 FROM added WHERE u.id = added.user_id RETURNING 1`;
  return rows.length === 1;
}

export async function renamePasskey(
  db: Db,
  userId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await db<PasskeyRow[]>`
    UPDATE passkeys SET name = ${name} WHERE id = ${id} AND user_id = ${userId} RETURNING ${columns(db)}`;
  return row;
}

export type KnownCredential = { id: string; userId: string; credentialId: Buffer; publicKey: Buffer };

export async function findCredential(db: Db, credentialId: Buffer): Promise<KnownCredential | undefined> {
  const [row] = await db<KnownCredential[]>`
    SELECT id, user_id, credential_id, public_key FROM passkeys WHERE credential_id = ${credentialId}`;
  return row;
}

type Use = { counter: number; backedUp: boolean; userVerified: boolean; now: Date };

/** Records a use if its counter went up, or stayed at 0, as many do. False if it didn't, or the passkey is gone. */
export async function noteUse(
  db: Db,
  id: string,
  { counter, backedUp, userVerified, now }: Use,
): Promise<boolean> {
  const rows = await db`
    UPDATE passkeys
       SET counter = ${counter}, backed_up = ${backedUp}, verifies_user = verifies_user OR ${userVerified},
           last_used_at = ${now}
     WHERE id = ${id} AND (counter < ${counter} OR (counter = 0 AND ${counter} = 0)) RETURNING 1`;
  return rows.length === 1;
}

export async function hasPasskey(db: Db, id: string): Promise<boolean> {
  return (await db`SELECT 1 FROM passkeys WHERE id = ${id}`).length === 1;
}

/** Single use: true for the first caller only. */
export async function spendChallenge(db: Db, { bytes, expiresAt }: Challenge): Promise<boolean> {
  const rows = await db`
    INSERT INTO spent_challenges (id, expires_at) VALUES (${bytes}, ${expiresAt}) ON CONFLICT DO NOTHING RETURNING 1`;
  return rows.length === 1;
}
