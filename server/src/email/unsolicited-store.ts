import type { Db } from '../db/sql.ts';

/** When an address was last mailed unasked, newest first. */
export async function findUnsolicited(db: Db, address: string, limit: number): Promise<Date[]> {
  const rows = await db<{ createdAt: Date }[]>`
    SELECT created_at FROM emails WHERE to_address = ${address} AND unsolicited
     ORDER BY created_at DESC LIMIT ${limit}`;
  return rows.map(({ createdAt }) => createdAt);
}
