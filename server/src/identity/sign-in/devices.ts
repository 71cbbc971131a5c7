import { lifetimes } from '@latchkey/contract';
import Bowser from 'bowser';
import { networkOf } from '../../platform/address.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { type Told, told } from '../../platform/languages/told.ts';
import type { MailedDevice } from '../../records/email/mail.ts';
import { mailUser } from '../../records/email/outbox.ts';
import type { RequestOrigin } from '../../records/origin.ts';
import type { UserRow } from '../accounts/user-store.ts';
import type { OpenContext } from '../deps.ts';
import { noteDevice, type Sighting } from './device-store.ts';

type Device = { network: string; browser: string; os: string };

/** The browser and the system of a request. Null: it doesn't say. */
export function programsOf(userAgent: string): MailedDevice {
  const parsed = userAgent ? Bowser.parse(userAgent) : undefined;
  return {
    browser: parsed?.browser.name?.slice(0, 64) ?? null,
    os: parsed?.os.name?.slice(0, 64) ?? null,
  };
}

/**
 * A device is a network, a browser family and a system family: an update or a new IP address doesn't make it
 * a new one.
 */
function deviceOf(ipAddress: string, userAgent: string): Device {
  const { browser, os } = programsOf(userAgent);
  return {
    network: networkOf(ipAddress, 3),
    browser: browser ?? 'Unknown browser',
    os: os ?? 'unknown system',
  };
}

export function describeDevice(userAgent: string): Told {
  const { browser, os } = programsOf(userAgent);
  return told('device.name', {
    browser: browser ?? told('device.browser'),
    os: os ?? told('device.system'),
  });
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
  const device = programsOf(userAgent);
  tx.send(mailUser(deps, tx, user, { type: 'new_device', device, ipAddress, at: now, link }));
}
