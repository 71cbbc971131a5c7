import type { Db } from '../platform/db/sql.ts';
import { type Sweep, sweepSome } from '../platform/db/sweep-store.ts';

/** A large answer under way. */
export type LargeAnswer = { id: string; accountId: string; of: 'user' | 'organization' };

const slots = [1, 2];
/** A node that dies gives its slots back after this. */
const leaseMs = 60_000;
/** In microseconds. */
export const renewAfter = 20_000_000;

const expiry = (now: Date) => new Date(now.getTime() + leaseMs);

/** Takes a free slot of the account, if there is one. */
export async function takeLargeSlot(db: Db, { id, accountId, of }: LargeAnswer, now: Date): Promise<boolean> {
  const [userId, organizationId] = of === 'user' ? [accountId, null] : [null, accountId];
  for (const slot of slots) {
    const { count } = await db`
      INSERT INTO large_answers AS taken (account_id, user_id, organization_id, place, id, expires_at)
      VALUES (${accountId}, ${userId}, ${organizationId}, ${slot}, ${id}, ${expiry(now)})
      ON CONFLICT (account_id, place) DO UPDATE SET id = EXCLUDED.id, expires_at = EXCLUDED.expires_at
       WHERE taken.expires_at <= ${now}`;
    if (count > 0) return true;
  }
  return false;
}

/** False if the slot is another answer's by now. */
export async function keepLargeSlot(db: Db, { id, accountId }: LargeAnswer, now: Date): Promise<boolean> {
  const { count } = await db`
    UPDATE large_answers SET expires_at = ${expiry(now)} WHERE account_id = ${accountId} AND id = ${id}`;
  return count > 0;
}

export async function leaveLargeSlot(db: Db, { id, accountId }: LargeAnswer): Promise<void> {
  await db`DELETE FROM large_answers WHERE account_id = ${accountId} AND id = ${id}`;
}

export const sweepLargeAnswers: Sweep = (db, now) => sweepSome(db, 'large_answers', db`expires_at <= ${now}`);
