import type { JsonWebKey } from 'node:crypto';
import type { SigningAlgorithm } from '@latchkey/contract';
import { locks } from '../../platform/db/locks.ts';
import { onPrimary } from '../../platform/db/server-store.ts';
import type { Db } from '../../platform/db/sql.ts';

export type KeyRow = {
  kid: string;
  algorithm: SigningAlgorithm;
  publicKey: JsonWebKey;
  sealed: Buffer;
  signsFrom: Date;
  /** Null: as long as no other key follows it. */
  publishedUntil: Date | null;
};

/** Locked until the transaction ends: nodes that find a key missing take turns, and the second one finds it. */
export async function lockKeys(tx: Db): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(${locks.signingKeys})`;
}

/** Keys whose tokens may still be valid, newest first. */
export function listKeys(db: Db, now: Date): Promise<KeyRow[]> {
  return db<KeyRow[]>`
    SELECT kid, algorithm, public_key, sealed, signs_from, published_until FROM signing_keys
     WHERE (published_until IS NULL OR published_until > ${now}) AND ${onPrimary(db)} ORDER BY signs_from DESC`;
}

/** A deleted key is neither published nor accepted, whatever a node's clock says. Returns the IDs of the keys. */
export async function deleteKeys(tx: Db, algorithm: SigningAlgorithm): Promise<string[]> {
  const rows = await tx<{ kid: string }[]>`
    DELETE FROM signing_keys WHERE algorithm = ${algorithm} RETURNING kid`;
  return rows.map(({ kid }) => kid);
}

export async function findNewest(
  db: Db,
  algorithm: SigningAlgorithm,
): Promise<{ signsFrom: Date } | undefined> {
  const [row] = await db<{ signsFrom: Date }[]>`
    SELECT signs_from FROM signing_keys WHERE algorithm = ${algorithm} ORDER BY signs_from DESC LIMIT 1`;
  return row;
}

/** The previous key stays published until its last token has expired. */
export async function insertKey(db: Db, key: KeyRow & { predecessorUntil: Date; now: Date }): Promise<void> {
  const { kid, algorithm, publicKey, sealed, signsFrom, predecessorUntil, now } = key;
  await db`
    UPDATE signing_keys SET published_until = ${predecessorUntil}
     WHERE algorithm = ${algorithm} AND published_until IS NULL`;
  await db`
    INSERT INTO signing_keys (kid, algorithm, public_key, sealed, signs_from, created_at)
    VALUES (${kid}, ${algorithm}, ${db.json(publicKey as never)}, ${sealed}, ${signsFrom}, ${now})`;
}
