import { lifetimes } from '@latchkey/contract';
import Bowser from 'bowser';
import { networkOf } from '../../platform/address.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { mailUser } from '../../records/email/outbox.ts';
import type { RequestOrigin } from '../../records/origin.ts';
import type { UserRow } from '../accounts/user-store.ts';
import type { OpenContext } from '../deps.ts';
import { noteDevice, type Sighting } from './device-store.ts';

type Device = { network: string; browser: string; os: string };

/**
 * A device is a network, a browser family and a system family: an update or a new IP address doesn't make it
 * a new one.
 */
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

export function sightingOf({ ipAddress, userAgent, now }: RequestOrigin, userId: string): Sighting {
  const since = new Date(now.getTime() - lifetimes.newDeviceDays * 86_400_000);
  return { userId, ...deviceOf(ipAddress, userAgent), since, now };
}

/**
 * Records where a user signs in or resumes, and tells them about a device not seen recently. The first login
 * doesn't count.
 */
export function noticeDevice({ deps, origin }: OpenContext, tx: Tx, user: UserRow, seen: boolean): void {
  const { ipAddress, userAgent, now } = origin;
  tx.send(noteDevice(tx, sightingOf(origin, user.id)));
  if (seen || user.lastLoginAt === null) return;
  const link = `${deps.config.baseUrl}/profile/security`;
  const device = describeDevice(userAgent);
  tx.send(mailUser(deps, tx, user, { type: 'new_device', device, ipAddress, at: now, link }));
}
