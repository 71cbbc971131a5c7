import type { OAuthProvider } from '@latchkey/contract';
import { addressOf, unlock } from '../accounts/attempt-store.ts';
import type { LoginGrant } from '../accounts/complete-login.ts';
import { type PendingLogin, passFirstFactor } from '../accounts/pass-first-factor.ts';
import { asksSecondFactor } from '../accounts/second-factor.ts';
import { lockUser, type UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { Tx } from '../db/sql.ts';
import type { OpenOAuthContext } from './parts.ts';
import type { Identity } from './provider.ts';
import { sealProviderTokens } from './seal-provider-tokens.ts';
import { findLink, refreshAccount } from './store.ts';

export type SignedIn = LoginGrant | PendingLogin;

/** Signs in the user this provider account is linked to. Undefined if it isn't linked. */
export async function signInLinked(
  context: OpenOAuthContext,
  tx: Tx,
  provider: OAuthProvider,
  { profile, tokens }: Identity,
): Promise<SignedIn | { inactive: UserRow } | undefined> {
  const { deps, origin } = context;
  const link = await findLink(tx, provider, profile.providerAccountId);
  const user = link && (await lockUser(tx, link.userId, origin.now));
  if (!user) return undefined;
  if (!user.isActive) return { inactive: user };
  const kept = { id: link.id, email: profile.email, ...sealProviderTokens(deps.dataKeys, link.id, tokens) };
  if (!(await refreshAccount(tx, { ...kept, now: origin.now }))) return undefined;
  return signInByProvider(context, tx, user, provider);
}

/** A provider vouched for the user: opens a session, or a pending login. */
export async function signInByProvider(
  context: OpenOAuthContext,
  tx: Tx,
  user: UserRow,
  provider: OAuthProvider,
): Promise<SignedIn> {
  const { deps, origin } = context;
  const isHalf = await asksSecondFactor(deps.config, tx, user);
  await record(tx, origin, {
    action: 'AUTH_OAUTH_LOGIN_SUCCESS',
    user,
    metadata: { provider, ...(isHalf && { requiresTwoFactor: true }) },
  });
  // A lock keeps passwords from being guessed; the complete login that follows ends it, and that is recorded.
  if (!isHalf && (await unlock(tx, addressOf(user), origin.now)))
    await record(tx, origin, {
      action: 'SECURITY_ACCOUNT_UNLOCKED',
      user,
      metadata: { reason: 'provider_login' },
    });
  return passFirstFactor(context, tx, user, { rememberMe: false, method: provider });
}
