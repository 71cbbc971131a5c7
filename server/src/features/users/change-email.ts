import { cancelPending, voidUndos } from '../../identity/accounts/email-change-store.ts';
import { isEmailTaken, type UserRow } from '../../identity/accounts/user-store.ts';
import type { Context } from '../../identity/caller/caller.ts';
import { endAllAccess } from '../../identity/credentials/end-access.ts';
import { findDomains, refuseDomain } from '../../identity/policies/email-domains.ts';
import { moveAddress, offerUndo, requestEmailChange } from '../../identity/recovery/email-change.ts';
import type { Db, Tx } from '../../platform/db/sql.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { aboutUser } from '../../records/audit/about-user.ts';
import { record } from '../../records/audit/record.ts';
import { lockAddresses } from '../../records/email/address-store.ts';
import { mailUser } from '../../records/email/outbox.ts';
import { refuseUnsolicited } from '../../records/email/unsolicited.ts';

/** Counts the callers' requests for a new address of their own, also those refused later. */
export async function limitEmailChange(
  { deps, caller }: Context,
  email: string | undefined,
): Promise<Refusal<'RATE_LIMITED'> | undefined> {
  if (email === undefined || email === caller.user.email) return undefined;
  const { limited, retryAfterSeconds } = await deps.limiter.check(
    `emailChange:user:${caller.user.id}`,
    deps.config.limits.emailChange,
  );
  return limited ? refuse('RATE_LIMITED', { retryAfterSeconds, details: { retryAfterSeconds } }) : undefined;
}

type EmailRefusal = Refusal<
  'EMAIL_TAKEN' | 'EMAIL_DOMAIN_NOT_ALLOWED' | 'RATE_LIMITED' | 'UNVERIFIED_RATE_LIMITED'
>;

/**
 * Whether a user may get this address, or ask for it. Before anything is written; the answer holds until the transaction
 * ends. While an address is only pending, whether it is taken doesn't matter.
 */
export async function refuseEmail(
  context: Context,
  tx: Db,
  user: UserRow,
  email: string | undefined,
): Promise<EmailRefusal | undefined> {
  if (email === undefined || email === user.email) return undefined;
  const refused = refuseDomain(await findDomains(tx, null), email);
  if (refused) return refused;
  if (isPending(context, user)) return refuseUnsolicited(context, tx, { recipient: email, told: user });
  await lockAddresses(tx, [user.email, email]);
  const isTaken = await isEmailTaken(tx, email, context.origin.now, user.id);
  return isTaken ? refuse('EMAIL_TAKEN') : undefined;
}

/** Once `refuseEmail` lets it pass. */
export async function changeEmail(
  context: Context,
  tx: Tx,
  user: UserRow,
  email: string | undefined,
): Promise<void> {
  if (email === undefined) return;
  const own = context.caller.user.id === user.id;
  if (email === user.email) {
    if (own) await cancelPending(tx, user.id);
    return;
  }
  if (isPending(context, user)) await requestEmailChange(context, tx, user, email);
  else if (own) await moveOwn(context, tx, user, email);
  else await moveOther(context, tx, user, email);
}

/**
 * A user's own new address is pending, unless addresses need no proof. An ADMIN changes another user's at once: its
 * mailbox may be lost.
 */
function isPending({ deps, caller }: Context, user: UserRow): boolean {
  return caller.user.id === user.id && deps.config.emailVerification;
}

async function moveOwn(context: Context, tx: Tx, user: UserRow, email: string): Promise<void> {
  const { origin } = context;
  const after = await moveAddress(tx, user, { email, verifiedAt: origin.now, now: origin.now });
  const metadata = { from: user.email, to: email };
  await record(tx, origin, { action: 'SECURITY_EMAIL_CHANGED', user: after, metadata });
  await offerUndo(context, tx, user, { newEmail: email, changeHash: null });
}

async function moveOther(context: Context, tx: Tx, user: UserRow, email: string): Promise<void> {
  const { deps, caller, origin } = context;
  const { now } = origin;
  const verifiedAt = deps.config.emailVerification ? null : now;
  await voidUndos(tx, user.id);
  const after = await moveAddress(tx, user, { email, verifiedAt, byAdmin: true, now });
  const about = aboutUser(user, { from: user.email, to: email }, after);
  await record(tx, origin, { action: 'SECURITY_EMAIL_CHANGED', user: caller.user, ...about });
  await endAllAccess(tx, after, { reason: 'email_changed', actor: after }, origin);
  await mailUser(deps, tx, user, { type: 'email_changed', newEmail: email, at: now });
}
