import { unsolicitedMail } from '@latchkey/contract';
import type { Db } from '../db/sql.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findUnsolicited, lockAddresses } from './address-store.ts';
import type { Mail } from './mail.ts';

/** What the holder of an account can cause again and again. Locking takes time, so emails about that aren't included. */
const notices: readonly Mail['type'][] = [
  'new_device',
  'password_changed',
  'two_factor_enabled',
  'two_factor_disabled',
  'passkey_added',
  'passkey_removed',
];

function isNotice(mail: Mail): boolean {
  return (
    notices.includes(mail.type) || (mail.type === 'security_alert' && mail.reason === 'remember_me_theft')
  );
}

/**
 * Mail to whatever address somebody typed. What an owner asks for, or must hear about, is not included, except that an
 * address nobody verified may have no owner here.
 */
export function isUnsolicited(mail: Mail, verified: boolean): boolean {
  if (mail.type === 'verification') return mail.changedAddress === true;
  if (isNotice(mail)) return !verified;
  return mail.type === 'invite' || mail.type === 'email_changed' || mail.type === 'webhook_disabled';
}

/**
 * Mail that reports what has happened anyway is left out past the limit. At a verified address, only mail of the same
 * type counts toward that: nobody can hide a notice behind invitations.
 */
export function droppedPast(mail: Mail, verified: boolean): 'any' | 'same' | undefined {
  if (mail.type !== 'webhook_disabled' && !isNotice(mail)) return undefined;
  if (!verified) return 'any';
  return mail.type === 'webhook_disabled' ? 'same' : undefined;
}

const most = Math.max(...unsolicitedMail.map(({ limit }) => limit));

/** Whether each of these may get one more such mail. The answer holds until the transaction ends. */
export async function refuseUnsolicited(
  tx: Db,
  recipients: readonly string[],
  now: Date,
): Promise<Refusal<'RATE_LIMITED'> | undefined> {
  const [, ...mailed] = await Promise.all([
    lockAddresses(tx, recipients),
    ...recipients.map((recipient) => findUnsolicited(tx, recipient, most)),
  ]);
  const ends = mailed.flatMap((times) =>
    unsolicitedMail.flatMap(({ limit, windowMs }) => {
      const first = times[limit - 1];
      return first ? [first.getTime() + windowMs] : [];
    }),
  );
  const waitMs = Math.max(0, ...ends.map((end) => end - now.getTime()));
  if (waitMs === 0) return undefined;
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return refuse('RATE_LIMITED', { retryAfterSeconds, details: { retryAfterSeconds } });
}
