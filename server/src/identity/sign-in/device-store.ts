import type { Db, Statement } from '../../platform/db/sql.ts';
import { type AskedHook, hookAt } from '../../records/hooks/hook-store.ts';
import { heldPermissions } from '../accounts/permission-store.ts';
import { type PersonPolicies, policiesOfPerson } from '../policies/policy-store.ts';

/** A user on a device and network. Earlier sightings count if they are no older than `since`. */
export type Sighting = {
  userId: string;
  network: string;
  browser: string;
  os: string;
  since: Date;
  now: Date;
};

/** Whether the device was seen recently, as a column of a row. */
function deviceSeen(db: Db, { userId, network, browser, os, since }: Sighting) {
  return db`
    EXISTS (SELECT 1 FROM devices d
             WHERE d.user_id = ${userId} AND d.network = ${network} AND d.browser = ${browser} AND d.os = ${os}
               AND d.last_seen_at >= ${since}) AS device_seen`;
}

export async function isDeviceSeen(db: Db, sighting: Sighting): Promise<boolean> {
  const [row] = await db<{ deviceSeen: boolean }[]>`SELECT ${deviceSeen(db, sighting)}`;
  return row?.deviceSeen ?? false;
}

/** What a login needs to know about its user in addition to their row. */
export type DeviceFacts = {
  permissions: string[];
  deviceSeen: boolean;
  policies: PersonPolicies | null;
  /** The one that decides about sign-ins. */
  hook: AskedHook | null;
};

/** Read after the user's row is locked, so the second of two logins from a new device finds the first. */
export async function findDeviceFacts(tx: Db, sighting: Sighting): Promise<DeviceFacts> {
  const [row] = await tx<DeviceFacts[]>`
    SELECT ${heldPermissions(tx)}, ${deviceSeen(tx, sighting)}, ${tx.unsafe(policiesOfPerson)} AS policies,
           ${hookAt(tx, 'sign_in.before', sighting.now)} AS hook
      FROM users u WHERE u.id = ${sighting.userId}`;
  return row ?? { permissions: [], deviceSeen: false, policies: null, hook: null };
}

export function noteDevice(db: Db, { userId, network, browser, os, now }: Sighting): Statement {
  return db`
    INSERT INTO devices (user_id, network, browser, os, last_seen_at)
    VALUES (${userId}, ${network}, ${browser}, ${os}, ${now})
    ON CONFLICT (user_id, network, browser, os) DO UPDATE SET last_seen_at = ${now}`;
}
