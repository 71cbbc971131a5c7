import type { Db } from '../../platform/db/sql.ts';
import { type Sweep, sweepSome } from '../../platform/db/sweep-store.ts';

/** Single use: true for the first caller only. Kept until the token would have expired anyway. */
export async function spend(db: Db, tokenId: string, expiresAt: Date): Promise<boolean> {
  const rows = await db`
    INSERT INTO spent_tokens (id, expires_at) VALUES (${tokenId}, ${expiresAt}) ON CONFLICT DO NOTHING RETURNING id`;
  return rows.length === 1;
}

/** Makes a token usable again that this transaction spent for nothing. */
export async function unspend(db: Db, tokenId: string): Promise<void> {
  await db`DELETE FROM spent_tokens WHERE id = ${tokenId}`;
}

export async function isSpent(db: Db, tokenId: string): Promise<boolean> {
  const rows = await db`SELECT 1 FROM spent_tokens WHERE id = ${tokenId}`;
  return rows.length > 0;
}

/** Expired tokens need no record that they were spent. */
export const sweepSpentTokens: Sweep = (db, now) => sweepSome(db, 'spent_tokens', db`expires_at < ${now}`);
