import { lifetimes } from '@latchkey/contract';
import { settleUndo } from '../../identity/accounts/email-change-store.ts';
import { findToken, replaceToken, type TokenRow, useToken } from '../../identity/accounts/token-store.ts';
import {
  findUser,
  findUserByEmail,
  isEmailTaken,
  lockUser,
  type UserRow,
  type UserWithPassword,
} from '../../identity/accounts/user-store.ts';
import { addressOf } from '../../identity/attempts/attempt-store.ts';
import { checkPassword, guessSecret, whyNot, wrong } from '../../identity/attempts/guess-secret.ts';
import type { Caller, OpenContext } from '../../identity/caller/caller.ts';
import { type PersonalRefusal, refusePersonal } from '../../identity/caller/own-proof.ts';
import { joinByDomain } from '../../identity/memberships/join-by-domain.ts';
import { type DomainRefusal, findDomains, refuseDomain } from '../../identity/policies/email-domains.ts';
import { moveAddress, recordVerified } from '../../identity/recovery/email-change.ts';
import { isLive } from '../../identity/sessions/session-store.ts';
import { lockChecked } from '../../identity/sign-in/first-factor.ts';
import { newToken, sha256 } from '../../platform/crypto/credentials.ts';
import type { Db, Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { lockAddresses } from '../../records/email/address-store.ts';
import { mailUser } from '../../records/email/outbox.ts';
import type { RequestOrigin } from '../../records/origin.ts';
import { isVerified } from '../../records/present-user.ts';

/** Records that the address is proven, and joins the organization that its domain opens. The user is locked. */
export async function markVerified(tx: Tx, user: UserRow, origin: RequestOrigin): Promise<UserRow> {
  return user.emailVerifiedAt ? user : joinByDomain(tx, await recordVerified(tx, user, origin), origin);
}

type EmailLink = TokenRow & { hash: Buffer; kind: 'email_verification' | 'email_change' };
type VerifyRefusal =
  | DomainRefusal
  | PersonalRefusal
  | Refusal<'TOKEN_INVALID' | 'SIGN_IN_TO_VERIFY' | 'INVALID_CREDENTIALS' | 'ACCOUNT_LOCKED' | 'OVERLOADED'>;

/**
 * The link proves that the user reads mail at the address; the session or password proves that the account is theirs.
 * With the link alone, a squatter would get a verified account when the mailbox's owner clicks it.
 */
export async function verifyEmail(
  context: OpenContext & { caller: Caller | undefined },
  { token, password }: { token: string; password?: string | undefined },
): Promise<UserRow | VerifyRefusal> {
  const { deps, caller, origin } = context;
  const link = await findLink(deps.sql, sha256(token), origin.now);
  const user = link && (await findUser(deps.sql, link.userId, origin.now));
  if (!user) return refuse('TOKEN_INVALID');
  const signIn = refuse('SIGN_IN_TO_VERIFY', { details: { email: link.email } });
  const isOwn = caller?.user.id === user.id;
  const unproven = isOwn ? await refusePersonal({ deps, caller }) : undefined;
  if (unproven && password === undefined) return unproven;
  if (isOwn && !unproven)
    return transact(deps, async (tx) => {
      const current = await lockUser(tx, user.id, origin.now);
      return current && (await isLive(tx, caller)) ? verify(context, tx, current, link) : signIn;
    });
  return password === undefined ? signIn : verifyByPassword(context, user, link, password);
}

async function findLink(db: Db, hash: Buffer, now: Date): Promise<EmailLink | undefined> {
  for (const kind of ['email_verification', 'email_change'] as const) {
    const found = await findToken(db, kind, hash, now);
    if (found) return { ...found, hash, kind };
  }
  return undefined;
}

function verifyByPassword(
  context: OpenContext,
  user: UserWithPassword,
  link: EmailLink,
  password: string,
): Promise<UserRow | VerifyRefusal> {
  return guessSecret(context, {
    subject: addressOf(user),
    refusal: 'INVALID_CREDENTIALS',
    audit: { action: 'AUTH_LOGIN_FAILURE', metadata: { during: 'email_verification' } },
    check: () => checkPassword(context, { user, password }),
    async allow(tx, checked) {
      const current = await lockChecked(tx, checked, context.origin.now);
      return current ? verify(context, tx, current, link) : wrong(whyNot(checked));
    },
  });
}

async function verify(
  { deps, origin }: OpenContext,
  tx: Tx,
  user: UserRow,
  { hash, kind, email }: EmailLink,
): Promise<UserRow | DomainRefusal | Refusal<'TOKEN_INVALID'>> {
  // The service may have come to allow only some domains since the address was asked for.
  const refused = kind === 'email_change' ? refuseDomain(await findDomains(tx, null), email) : undefined;
  if (refused) return refused;
  if (!(await useToken(tx, kind, hash, origin.now))) return refuse('TOKEN_INVALID');
  if (kind === 'email_verification') {
    if (user.email !== email) return refuse('TOKEN_INVALID');
    return markVerified(tx, user, origin);
  }
  const { now } = origin;
  await lockAddresses(tx, [user.email, email]);
  if (await isEmailTaken(tx, email, now, user.id)) return refuse('TOKEN_INVALID');
  const wasVerified = isVerified(deps.config, user);
  await settleUndo(tx, { userId: user.id, changeHash: hash, wasVerified, now });
  const after = await moveAddress(tx, user, { email, verifiedAt: now, now });
  const metadata = { from: user.email, to: email };
  await record(tx, origin, { action: 'SECURITY_EMAIL_CHANGED', user: after, metadata });
  return joinByDomain(tx, after, origin);
}

/** Mails a link that proves the address it is sent to, and only that one. */
export function mailVerification({ deps, origin }: OpenContext, tx: Tx, user: UserRow): void {
  const { now } = origin;
  const { token, hash } = newToken();
  const { id: userId, email } = user;
  const expiresAt = new Date(now.getTime() + lifetimes.emailVerificationHours * 3_600_000);
  const link = `${deps.config.baseUrl}/verify-email?token=${token}`;
  tx.send(
    replaceToken(tx, { hash, kind: 'email_verification', userId, email, expiresAt, now }),
    mailUser(deps, tx, user, { type: 'verification', link, asked: origin.chosenLocale?.() }),
  );
}

export async function resendVerification(context: OpenContext, { email }: { email: string }): Promise<void> {
  const { deps, origin } = context;
  const user = await findUserByEmail(deps.sql, email, origin.now);
  if (!user?.isActive || user.emailVerifiedAt || !deps.config.emailVerification) return;
  await transact(deps, async (tx) => mailVerification(context, tx, user));
}
