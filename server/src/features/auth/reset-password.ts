import { setTimeout as delay } from 'node:timers/promises';
import { lifetimes } from '@latchkey/contract';
import { findToken, replaceToken, useToken } from '../../identity/accounts/token-store.ts';
import {
  findUser,
  findUserByEmail,
  hasKnownOwner,
  type UserRow,
  type UserWithPassword,
} from '../../identity/accounts/user-store.ts';
import { endLocks } from '../../identity/attempts/locks.ts';
import type { OpenContext } from '../../identity/caller/caller.ts';
import { hashNewPassword, settleNewPassword } from '../../identity/credentials/change-password.ts';
import { endAllAccess } from '../../identity/credentials/end-access.ts';
import { replacePassword } from '../../identity/credentials/password-store.ts';
import { endTwoFactor } from '../../identity/credentials/two-factor.ts';
import { isByConnection } from '../../identity/credentials/two-factor-store.ts';
import type { Deps } from '../../identity/deps.ts';
import { lockWithOrganizations } from '../../identity/memberships/memberships.ts';
import { reclaim } from '../../identity/memberships/reclaim.ts';
import { findPasswordRules } from '../../identity/policies/joining-store.ts';
import { type PasswordPolicyRefusal, refusePassword } from '../../identity/policies/password-policy.ts';
import { newToken, sha256 } from '../../platform/crypto/credentials.ts';
import type { Db, Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import type { MailInitiator } from '../../records/email/address-store.ts';
import { mailUser } from '../../records/email/outbox.ts';
import { markVerified } from './verify-email.ts';

type ResetRefusal = PasswordPolicyRefusal | Refusal<'TOKEN_INVALID' | 'PASSWORD_REUSED'>;

/** A refused password leaves the token as it was: only setting a password uses it up. */
export async function resetPassword(
  context: OpenContext,
  input: { token: string; password: string },
): Promise<ResetRefusal | undefined> {
  const { deps, origin } = context;
  const tokenHash = sha256(input.token);
  const found = await findToken(deps.sql, 'password_reset', tokenHash, origin.now);
  const user = found && (await findUser(deps.sql, found.userId, origin.now));
  if (!user?.isActive) return refuse('TOKEN_INVALID');
  const weak = await refusePassword(deps, input.password, await findPasswordRules(deps.sql, user.id));
  if (weak) return weak;
  const passwordHash = await hashNewPassword(deps, user.id, input.password);
  if (isRefusal(passwordHash)) return passwordHash;
  return transact(deps, async (tx) => {
    // Read again: the address may have been verified or changed while the password was being hashed.
    const current = await lockWithOrganizations(tx, user.id, origin.now);
    const used = current?.isActive && (await useToken(tx, 'password_reset', tokenHash, origin.now));
    if (!used || current.email !== used.email) return refuse('TOKEN_INVALID');
    const change = { userId: user.id, from: user.passwordHash, to: passwordHash, now: origin.now };
    if (!(await replacePassword(tx, change))) return refuse('TOKEN_INVALID');
    await settleReset(context, tx, current);
    return undefined;
  });
}

/** The user has proven that the mailbox is theirs, and starts over: no lock, no session, no other link. */
async function settleReset(context: OpenContext, tx: Tx, before: UserWithPassword): Promise<void> {
  const { deps, origin } = context;
  const ending = { reason: 'password_reset', actor: before } as const;
  const { user, sessionsRevoked } = (await hasKnownOwner(tx, before.id, deps.config))
    ? { user: before, sessionsRevoked: await endAllAccess(tx, before, ending, origin) }
    : await reclaim(context, tx, before, ending);
  await settleNewPassword(context, tx, user, { action: 'SECURITY_PASSWORD_RESET', sessionsRevoked });
  if (before.passwordHash === null) await endVouchedFactor(tx, user, origin);
  await endLocks(tx, user, { user, metadata: { reason: 'password_reset' } }, origin);
  await markVerified(tx, user, origin);
}

/** With the first password, what an identity provider set up in the person's name ends: they may never have seen it. */
async function endVouchedFactor(tx: Tx, user: UserRow, origin: OpenContext['origin']): Promise<void> {
  if (!(await isByConnection(tx, user.id))) return;
  await endTwoFactor(tx, user.id, origin.now);
  if (user.twoFactorEnabled)
    await record(tx, origin, {
      action: 'AUTH_2FA_DISABLED',
      user: { ...user, twoFactorEnabled: false },
      metadata: { reason: 'first_password' },
    });
}

/** A link that sets a password, for the account's current address. */
function newResetLink({ deps, origin }: OpenContext, tx: Tx, user: UserRow, hours: number): string {
  const { now } = origin;
  const { token, hash } = newToken();
  const { id: userId, email } = user;
  const expiresAt = new Date(now.getTime() + hours * 3_600_000);
  tx.send(replaceToken(tx, { hash, kind: 'password_reset', userId, email, expiresAt, now }));
  return `${deps.config.baseUrl}/reset-password?token=${token}`;
}

/** What else a reset will end. */
type Ended = { reclaims: boolean; endsTwoFactor?: boolean };

/** The sender is the ADMIN who asks for it. Without one, the user does. */
export function mailReset(
  context: OpenContext,
  tx: Tx,
  user: UserRow,
  { sender, ...ends }: Ended & { sender?: MailInitiator },
): void {
  const { deps, origin } = context;
  const link = newResetLink(context, tx, user, lifetimes.passwordResetHours);
  const asked = sender ? undefined : origin.chosenLocale?.();
  tx.send(mailUser(deps, tx, user, { type: 'password_reset', link, ...ends, sender, asked }));
}

/** To who gets an account that an ADMIN created. */
export function mailFirstPassword(context: OpenContext, tx: Tx, user: UserRow, sender: MailInitiator): void {
  const link = newResetLink(context, tx, user, lifetimes.accountCreatedDays * 24);
  tx.send(mailUser(context.deps, tx, user, { type: 'account_created', link, sender }));
}

export async function endedByReset(
  { config }: Pick<OpenContext['deps'], 'config'>,
  db: Db,
  user: UserWithPassword,
): Promise<Ended> {
  const reclaims = !(await hasKnownOwner(db, user.id, config));
  const endsTwoFactor =
    user.passwordHash === null && user.twoFactorEnabled && (await isByConnection(db, user.id));
  return { reclaims, endsTwoFactor };
}

export async function forgotPassword(context: OpenContext, { email }: { email: string }): Promise<void> {
  const { deps, origin } = context;
  const user = await findUserByEmail(deps.sql, email, origin.now);
  if (!user?.isActive) return;
  const ends = await endedByReset(deps, deps.sql, user);
  await transact(deps, async (tx) => {
    mailReset(context, tx, user, ends);
    tx.send(record(tx, origin, { action: 'SECURITY_PASSWORD_RESET_REQUESTED', user }));
  });
}

/** Answers that must not reveal whether an account exists are sent only at fixed time steps. */
export async function inEqualTime<T>(
  { answerStepMs }: Pick<Deps, 'answerStepMs'>,
  work: () => Promise<T>,
): Promise<T> {
  const started = performance.now();
  const outcome = await work();
  await delay(answerStepMs - ((performance.now() - started) % answerStepMs));
  return outcome;
}
