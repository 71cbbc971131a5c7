import { lifetimes } from '@latchkey/contract';
import Bowser from 'bowser';
import { networkOf } from '../address.ts';
import type { Db } from '../db/sql.ts';
import { noteDevice } from './device-store.ts';
import type { RequestOrigin } from './origin.ts';

type Device = { network: string; browser: string; os: string };

/** A device is an address network, a browser family and a system family: neither an update nor a new lease is news. */
function deviceOf(ipAddress: string, userAgent: string): Device {
  const parsed = userAgent ? Bowser.parse(userAgent) : undefined;
  return {
    network: networkOf(ipAddress, 3),
    browser: (parsed?.browser.name ?? 'Unknown browser').slice(0, 64),
    os: (parsed?.os.name ?? 'unknown system').slice(0, 64),
  };
}

export function describeDevice(userAgent: string): string {
  const { browser, os } = deviceOf('', userAgent);
  return `${browser} on ${os}`;
}

/** True when this user was not seen on this device lately. A first login ever is not news. */
export async function isNewDevice(
  db: Db,
  user: { id: string; lastLoginAt: Date | null },
  origin: RequestOrigin,
): Promise<boolean> {
  const device = deviceOf(origin.ipAddress, origin.userAgent);
  const since = new Date(origin.now.getTime() - lifetimes.newDeviceDays * 86_400_000);
  const seen = await noteDevice(db, { userId: user.id, ...device, since, now: origin.now });
  return !seen && user.lastLoginAt !== null;
}
