import { unsolicitedMail } from '@latchkey/contract';
import type { Db } from '../db/sql.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findUnsolicited, lockAddresses } from './address-store.ts';
import type { Mail } from './mail.ts';

/** Mail to whatever address somebody typed. What an owner asks for, or must hear about, is not included. */
export function isUnsolicited(mail: Mail): boolean {
  if (mail.type === 'verification') return mail.changedAddress === true;
  return mail.type === 'invite' || mail.type === 'email_changed';
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
