import { findUser, lockUser } from '../../identity/accounts/user-store.ts';
import { canSignIn } from '../../identity/credentials/ways-in.ts';
import { findWaysIn } from '../../identity/credentials/ways-in-store.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { type AccountRow, deleteAccount, listAccounts } from './account-store.ts';
import type { OAuthContext, OpenOAuthContext } from './oauth-deps.ts';

/** The caller's linked providers, and whether they also have a password. */
export async function listOAuthAccounts({
  deps,
  caller,
  origin,
}: OAuthContext): Promise<{ accounts: AccountRow[]; hasPassword: boolean }> {
  const user = await findUser(deps.sql, caller.user.id, origin.now);
  const accounts = await listAccounts(deps.sql, caller.user.id);
  return { accounts, hasPassword: Boolean(user?.passwordHash) };
}

/** In the order in which they are offered. */
export function listOAuthProviders({ deps }: Pick<OpenOAuthContext, 'deps'>) {
  const { providers } = deps.config;
  return {
    providers: providers.map(({ name }) => name),
    labels: Object.fromEntries(providers.map(({ name, label }) => [name, label])),
  };
}

/** Holds the user's row: of two unlinks at once, the second sees what the first left. */
export function unlinkOAuthAccount(
  { deps, caller, origin }: OAuthContext,
  { provider }: { provider: string },
): Promise<Refusal<'NOT_FOUND' | 'LAST_SIGN_IN_METHOD'> | undefined> {
  return transact(deps, async (tx) => {
    const user = await lockUser(tx, caller.user.id, origin.now);
    const accounts = await listAccounts(tx, caller.user.id);
    const account = accounts.find((row) => row.provider === provider);
    if (!user || !account) return refuse('NOT_FOUND');
    const ways = await findWaysIn(tx, user.id);
    const left = ways && { ...ways, providers: ways.providers.filter((name) => name !== provider) };
    if (!left || !canSignIn(deps.config, left)) return refuse('LAST_SIGN_IN_METHOD');
    await deleteAccount(tx, account.id);
    const metadata = { provider, email: account.email };
    await record(tx, origin, { action: 'AUTH_OAUTH_ACCOUNT_UNLINKED', user, metadata });
    return undefined;
  });
}
