import type { OAuthProvider } from '@latchkey/contract';
import { lockUser } from '../accounts/user-store.ts';
import { canSignIn } from '../accounts/ways-in.ts';
import { findWaysIn } from '../accounts/ways-in-store.ts';
import { record } from '../audit/record.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { OAuthContext } from './parts.ts';
import { deleteAccount, listAccounts } from './store.ts';

/** Holds the user's row: of two unlinks at once, the second sees what the first left. */
export function unlinkOAuthAccount(
  { deps, caller, origin }: OAuthContext,
  { provider }: { provider: OAuthProvider },
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
