import type { Db } from '../../platform/db/sql.ts';
import { type Sweep, sweepSome } from '../../platform/db/sweep-store.ts';

type Arrival = { tokenHash: Buffer; connectionId: string; content: Buffer; expiresAt: Date };

export async function insertArrival(db: Db, arrival: Arrival): Promise<void> {
  const { tokenHash, connectionId, content, expiresAt } = arrival;
  await db`
    INSERT INTO sso_arrivals (token_hash, connection_id, content, expires_at)
    VALUES (${tokenHash}, ${connectionId}, ${content}, ${expiresAt})`;
}

/** Single use: only the first caller gets it. */
export async function takeArrival(
  db: Db,
  { tokenHash, connectionId, now }: { tokenHash: Buffer; connectionId: string; now: Date },
): Promise<Buffer | undefined> {
  const [row] = await db<{ content: Buffer }[]>`
    DELETE FROM sso_arrivals
     WHERE token_hash = ${tokenHash} AND connection_id = ${connectionId} AND expires_at > ${now} RETURNING content`;
  return row?.content;
}

export const sweepArrivals: Sweep = (db, now) => sweepSome(db, 'sso_arrivals', db`expires_at < ${now}`);
