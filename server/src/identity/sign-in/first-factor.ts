import { type FactorMethod, type FactorsBody, lifetimes } from '@latchkey/contract';
import type { z } from 'zod';
import { newToken } from '../../platform/crypto/credentials.ts';
import { equalSecrets } from '../../platform/crypto/equal-secrets.ts';
import type { Db, Tx } from '../../platform/db/sql.ts';
import { lockUser, type UserRow, type UserWithPassword } from '../accounts/user-store.ts';
import type { CheckedUser } from '../attempts/guess-secret.ts';
import { countBackupCodes } from '../credentials/backup-code-store.ts';
import { findCredentials } from '../credentials/passkey-store.ts';
import { requestPasskey } from '../credentials/passkeys.ts';
import { upgradeHash } from '../credentials/password-store.ts';
import { askingAll, asksSecondFactor, hasSecondFactor } from '../credentials/two-factor.ts';
import type { OpenContext } from '../deps.ts';
import { heedSignIn } from '../hooks/sign-in.ts';
import { insertPendingLogin, type Vouched } from '../sessions/pending-login-store.ts';
import { refuseBeyondSso, type SsoRefusal } from './break-glass.ts';
import { completeLogin, type LoginGrant, type LoginOptions } from './complete-login.ts';
import { findDeviceFacts } from './device-store.ts';
import { sightingOf } from './devices.ts';

/** The ways to finish a pending login. The challenge works only for this login. */
export async function describeFactors(
  context: OpenContext,
  db: Db,
  user: UserRow,
  pendingToken: string,
): Promise<z.infer<typeof FactorsBody>> {
  const { passkeyDomain } = context.deps.config;
  const methods: FactorMethod[] = [];
  if (user.twoFactorEnabled) methods.push('totp');
  if ((await countBackupCodes(db, user.id)) > 0) methods.push('backup_code');
  if (user.passkeyCount === 0 || passkeyDomain === null) return { methods };
  const bound = { purpose: 'second_factor', pendingToken } as const;
  const passkeyOptions = requestPasskey(context, passkeyDomain, bound, await findCredentials(db, user.id));
  return { methods: [...methods, 'passkey'], passkeyOptions };
}

export type PendingLogin = z.infer<typeof FactorsBody> & { pendingToken: string };

/**
 * Locks the user whose password was just verified. Undefined if it is no longer theirs: a password that changed while
 * it was being checked opens nothing. If only its hash was upgraded meanwhile, it is still the same password.
 */
export async function lockChecked(
  tx: Db,
  checked: CheckedUser,
  now: Date,
): Promise<UserWithPassword | undefined> {
  const user = await lockUser(tx, checked.id, now);
  if (!user?.isActive) return undefined;
  const isStill = (hash: string | null) => equalSecrets(user.passwordHash ?? '', hash ?? '');
  return isStill(checked.passwordHash) || (checked.upgrade && isStill(checked.upgrade)) ? user : undefined;
}

export async function passPassword(
  context: OpenContext,
  tx: Tx,
  checked: CheckedUser,
  options: LoginOptions,
): Promise<LoginGrant | PendingLogin | SsoRefusal | undefined> {
  const { origin } = context;
  const [user, facts] = await Promise.all([
    lockChecked(tx, checked, origin.now),
    findDeviceFacts(tx, sightingOf(origin, checked.id)),
  ]);
  if (user && checked.upgrade) tx.send(upgradeHash(tx, user.id, checked.upgrade));
  return user && passFirstFactor(context, tx, user, { ...options, facts });
}

/**
 * A password or provider was accepted: opens a session, or a pending login if a second factor is required. If single
 * sign-on is required and no second factor would change that, the person is told now.
 */
export async function passFirstFactor(
  context: OpenContext,
  tx: Tx,
  user: UserRow,
  options: LoginOptions,
): Promise<LoginGrant | PendingLogin | SsoRefusal> {
  const facts = options.facts ?? (await findDeviceFacts(tx, sightingOf(context.origin, user.id)));
  const { config } = context.deps;
  const { method } = options;
  const first = { method, hasSecondFactor: hasSecondFactor(config, user) };
  const { requireTwoFactor } = heedSignIn(context, facts.hook, user, first);
  if (!(await asksSecondFactor(askingAll(config, requireTwoFactor), tx, user, facts.permissions)))
    return completeLogin(context, tx, user, { ...options, facts, requireTwoFactor });
  const { policies } = facts;
  const proof = { ...options, secondFactor: 'totp' };
  const refused = await refuseBeyondSso(context, tx, { user, policies }, proof);
  return refused ?? openPendingLogin(context, tx, user, options);
}

/** A login that waits for its second factor. */
export async function openPendingLogin(
  context: OpenContext,
  tx: Tx,
  user: UserRow,
  { rememberMe, method, vouched }: LoginOptions & { vouched?: Vouched | undefined },
): Promise<PendingLogin> {
  // The failure count stays as it is: only a complete login clears it.
  const { now } = context.origin;
  const { token, hash } = newToken();
  const expiresAt = new Date(now.getTime() + lifetimes.pendingLoginMinutes * 60_000);
  tx.send(
    insertPendingLogin(tx, { rememberMe, method, vouched, tokenHash: hash, userId: user.id, expiresAt, now }),
  );
  return { pendingToken: token, ...(await describeFactors(context, tx, user, token)) };
}
