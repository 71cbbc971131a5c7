import type { Db } from '../db/sql.ts';

type Sighting = { userId: string; network: string; browser: string; os: string; since: Date; now: Date };

/** Notes the device. True when it had been seen since. */
export async function noteDevice(
  db: Db,
  { userId, network, browser, os, since, now }: Sighting,
): Promise<boolean> {
  const [row] = await db<{ seen: boolean }[]>`
    WITH before AS (
      SELECT last_seen_at FROM devices
       WHERE user_id = ${userId} AND network = ${network} AND browser = ${browser} AND os = ${os}),
    noted AS (
      INSERT INTO devices (user_id, network, browser, os, last_seen_at)
      VALUES (${userId}, ${network}, ${browser}, ${os}, ${now})
      ON CONFLICT (user_id, network, browser, os) DO UPDATE SET last_seen_at = ${now})
    SELECT EXISTS (SELECT 1 FROM before WHERE last_seen_at >= ${since}) AS seen`;
  return row?.seen ?? false;
}
