import { uuidv7 } from 'uuidv7';
import { newToken, sha256 } from '../crypto/credentials.ts';
import type { Db } from '../db/sql.ts';
import { addSecret } from './secret-store.ts';

/** No other credential begins like this, so whoever finds one knows what it is. */
const literal = 'lcs_';

/** A secret that leaves in this answer and nowhere else: only its hash is kept. */
export async function giveSecret(tx: Db, applicationId: string, now: Date): Promise<string> {
  const secret = literal + newToken().token;
  await addSecret(tx, { id: uuidv7(), applicationId, hash: sha256(secret), now });
  return secret;
}
