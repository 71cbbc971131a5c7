import type { Db } from '../db/sql.ts';
import { deviceSeen, type Sighting } from './device-store.ts';
import { heldPermissions } from './permission-store.ts';

/** What a login needs to know about its user in addition to their row. */
export type Arrival = { permissions: string[]; deviceSeen: boolean };

/** Read after the user's row is locked, so the second of two logins from a new device finds the first. */
export async function findArrival(tx: Db, sighting: Sighting): Promise<Arrival> {
  const [row] = await tx<Arrival[]>`
    SELECT ${heldPermissions(tx)}, ${deviceSeen(tx, sighting)} FROM users u WHERE u.id = ${sighting.userId}`;
  return row ?? { permissions: [], deviceSeen: false };
}
