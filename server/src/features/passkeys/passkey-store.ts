import type { PasskeyRow } from '../../identity/credentials/passkey-store.ts';
import type { Db } from '../../platform/db/sql.ts';

const columns = (db: Db) => db`id, name, device_type, backed_up, created_at, last_used_at`;

export type ListedPasskey = PasskeyRow & { credentialId: Buffer };

export function findPasskeys(db: Db, userId: string): Promise<ListedPasskey[]> {
  return db<ListedPasskey[]>`
    SELECT ${columns(db)}, credential_id FROM passkeys WHERE user_id = ${userId} ORDER BY created_at, id`;
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
