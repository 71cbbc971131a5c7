import { type LimitRule, unsolicitedMail, unsolicitedShare } from '@latchkey/contract';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/sql.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { isVerified } from '../present-user.ts';
import {
  type CausedMail,
  findCaused,
  findNotices,
  findNthCaused,
  lockAddresses,
  type MailInitiator,
} from './address-store.ts';
import type { Mail } from './mail.ts';

const requested: readonly string[] = [
  'verification',
  'password_reset',
  'sign_in_code',
  'registration_code',
  'account_unlock',
];
/** What the same person can cause again and again. */
const repeatable: readonly string[] = ['webhook_disabled', 'destination_disabled', 'test_email'];
const causedByOthers: readonly string[] = ['invite', 'account_created', 'email_in_use'];

/** Mail is requested by its recipient, a notice about the recipient's own account, or caused by others. */
export function causeOf(
  { type }: Mail,
  sender: MailInitiator | undefined,
): 'requested' | 'notice' | 'others' {
  if (sender || causedByOthers.includes(type)) return 'others';
  return requested.includes(type) ? 'requested' : 'notice';
}

/**
 * Past the limit, notices to an address that was never verified are left out: it may have no owner here. A verified one
 * gets all of them but those that can be caused again and again.
 */
export function noticesCounted(
  mail: Mail,
  sender: MailInitiator | undefined,
  verified: boolean,
): 'all' | 'type' | undefined {
  if (causeOf(mail, sender) !== 'notice') return undefined;
  // Past the limit, the request itself was refused (`told`). If it stands, the link that undoes it must arrive.
  if ((mail.type === 'email_changed' || mail.type === 'deletion_scheduled') && mail.link) return undefined;
  if (!verified) return 'all';
  return repeatable.includes(mail.type) ? 'type' : undefined;
}

type SendingContext = {
  deps: { config: Pick<Config, 'mailLimits' | 'emailVerification'> };
  caller: { user: { id: string; organizationId: string | null; emailVerifiedAt: Date | null } };
  origin: { now: Date };
};

/** The caller, as the cause of a mail. */
export function senderOf({ deps, caller: { user } }: Omit<SendingContext, 'origin'>): MailInitiator {
  const { id, organizationId } = user;
  return { id, organizationId, verified: isVerified(deps.config, user) };
}

type Wanted = {
  /** Gets mail that the caller causes: it is enqueued with `senderOf(context)`. */
  recipient?: string | undefined;
  /** Gets a notice that must not be left out. */
  told?: { email: string; emailVerifiedAt: Date | null } | undefined;
};

const most = Math.max(...unsolicitedMail.map(({ limit }) => limit));

/**
 * Whether the caller may cause such mail now. Takes the locks of organization, account and addresses, so call it before
 * any other use of `lockAddresses`; the answer holds until the transaction ends.
 */
export async function refuseUnsolicited(
  context: SendingContext,
  tx: Db,
  { recipient, told }: Wanted,
): Promise<Refusal<'RATE_LIMITED' | 'UNVERIFIED_RATE_LIMITED'> | undefined> {
  const sender = senderOf(context);
  const addresses = [recipient, told?.email].filter((address) => address !== undefined);
  const [, caused, toldUntil] = await Promise.all([
    lockAddresses(tx, addresses, sender),
    recipient === undefined ? { any: 0, unverified: 0 } : causedUntil(context, tx, sender, recipient),
    told && !isVerified(context.deps.config, told) ? noticesUntil(tx, told.email) : 0,
  ]);
  const waitMs = Math.max(caused.any, caused.unverified, toldUntil) - context.origin.now.getTime();
  if (waitMs <= 0) return undefined;
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  // Says that verifying the address helps, if nothing else stands in the way.
  const helps = Math.max(caused.any, toldUntil) <= context.origin.now.getTime();
  return refuse(helps ? 'UNVERIFIED_RATE_LIMITED' : 'RATE_LIMITED', {
    retryAfterSeconds,
    details: { retryAfterSeconds },
  });
}

/** When the sender may mail the recipient again: as any sender, and as one whose address is unverified. */
async function causedUntil({ deps }: SendingContext, tx: Db, sender: MailInitiator, recipient: string) {
  const { invites, invitesUnverified } = deps.config.mailLimits;
  const [sent, any, unverified] = await Promise.all([
    findCaused(tx, recipient, most),
    sentUntil(tx, sender, invites),
    sender.verified ? 0 : sentUntil(tx, sender, invitesUnverified),
  ]);
  const share = (counts: (mail: CausedMail) => boolean) => fullUntil(sent.filter(counts), unsolicitedShare);
  const { id, organizationId } = sender;
  return {
    any: Math.max(
      any,
      fullUntil(sent, unsolicitedMail),
      share(({ senderId }) => senderId === id),
      share((mail) => organizationId !== null && mail.senderOrganizationId === organizationId),
    ),
    unverified: sender.verified
      ? 0
      : Math.max(
          unverified,
          share((mail) => mail.senderVerified !== true),
        ),
  };
}

async function sentUntil(tx: Db, sender: MailInitiator, { limit, windowMs }: LimitRule): Promise<number> {
  const nth = await findNthCaused(tx, sender, limit);
  return Math.max(0, ...nth.map((time) => time.getTime() + windowMs));
}

async function noticesUntil(tx: Db, address: string): Promise<number> {
  return fullUntil(await findNotices(tx, address, most), unsolicitedMail);
}

/** When these mails, newest first, leave room for one more. */
function fullUntil(sent: readonly { createdAt: Date }[], rules: readonly LimitRule[]): number {
  const ends = rules.map(({ limit, windowMs }) => (sent[limit - 1]?.createdAt.getTime() ?? 0) + windowMs);
  return Math.max(...ends);
}
