import { uuidv7 } from 'uuidv7';
import { lockUser, type UserRow } from '../../identity/accounts/user-store.ts';
import { addressOf, unlock } from '../../identity/attempts/attempt-store.ts';
import { asksSecondFactor } from '../../identity/credentials/two-factor.ts';
import { findPoliciesOf } from '../../identity/policies/policy-store.ts';
import { refuseBeyondSso, type SsoRefusal } from '../../identity/sign-in/break-glass.ts';
import type { LoginGrant } from '../../identity/sign-in/complete-login.ts';
import { type PendingLogin, passFirstFactor } from '../../identity/sign-in/first-factor.ts';
import { seal } from '../../platform/crypto/seal.ts';
import type { Db, Tx } from '../../platform/db/sql.ts';
import { violatedIndex } from '../../platform/db/transact.ts';
import { record } from '../../records/audit/record.ts';
import type { DataKeys } from '../../records/vault/data-keys.ts';
import { findLink, insertAccount, refreshAccount } from './account-store.ts';
import type { OpenOAuthContext } from './oauth-deps.ts';
import type { Identity, ProviderTokens } from './provider.ts';
import type { PendingIdentity } from './tokens.ts';

export const providerTokenPurpose = (accountId: string, kind: string) => `oauth-account:${accountId}:${kind}`;

/** A provider's tokens at rest, under a key specific to their row: moved to another row, they can't be opened. */
function sealProviderTokens(
  keys: DataKeys,
  accountId: string,
  { accessToken, refreshToken, expiresAt }: ProviderTokens,
) {
  const sealed = (kind: string, token: string | null) =>
    token ? seal(keys.of(providerTokenPurpose(accountId, kind)), Buffer.from(token)) : null;
  return {
    accessToken: sealed('access', accessToken),
    refreshToken: sealed('refresh', refreshToken),
    tokenExpiresAt: expiresAt,
  };
}

export type SignedIn = LoginGrant | PendingLogin;

/** Signs in the user this provider account is linked to. Undefined if it isn't linked. */
export async function signInLinked(
  context: OpenOAuthContext,
  tx: Tx,
  provider: string,
  { profile, tokens }: Identity,
): Promise<SignedIn | SsoRefusal | { inactive: UserRow } | undefined> {
  const { deps, origin } = context;
  const link = await findLink(tx, provider, profile.providerAccountId);
  const user = link && (await lockUser(tx, link.userId, origin.now));
  if (!user) return undefined;
  if (!user.isActive) return { inactive: user };
  const kept = { id: link.id, email: profile.email, ...sealProviderTokens(deps.dataKeys, link.id, tokens) };
  if (!(await refreshAccount(tx, { ...kept, now: origin.now }))) return undefined;
  return signInByProvider(context, tx, user, provider);
}

/** No provider gets past single sign-on that is required, with a second factor or without. */
export async function refuseProvider(
  context: OpenOAuthContext,
  tx: Tx,
  user: UserRow,
  provider: string,
): Promise<SsoRefusal | undefined> {
  const policies = await findPoliciesOf(tx, user.id);
  return refuseBeyondSso(context, tx, { user, policies }, { method: provider });
}

/** A provider vouched for the user: opens a session, or a pending login. */
export async function signInByProvider(
  context: OpenOAuthContext,
  tx: Tx,
  user: UserRow,
  provider: string,
): Promise<SignedIn | SsoRefusal> {
  const { deps, origin } = context;
  const refused = await refuseProvider(context, tx, user, provider);
  if (refused) return refused;
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

/** Links what a provider vouched for to a user. Throws if either is already linked: see `isAlreadyLinked`. */
export async function linkAccount(
  { deps, origin }: OpenOAuthContext,
  tx: Db,
  userId: string,
  { provider, profile, tokens }: PendingIdentity,
): Promise<void> {
  const id = uuidv7();
  await insertAccount(tx, {
    id,
    userId,
    provider,
    providerAccountId: profile.providerAccountId,
    email: profile.email,
    ...sealProviderTokens(deps.dataKeys, id, tokens),
    now: origin.now,
  });
}

export function isAlreadyLinked(error: unknown): boolean {
  return violatedIndex(error)?.startsWith('oauth_accounts_') ?? false;
}
