import { uuidv7 } from 'uuidv7';
import type { Db } from '../db/sql.ts';
import { violatedIndex } from '../db/transact.ts';
import type { OpenOAuthContext } from './parts.ts';
import { sealProviderTokens } from './seal-provider-tokens.ts';
import { insertAccount } from './store.ts';
import type { Pending } from './tokens.ts';

/** Links what a provider vouched for to a user. Throws if either is already linked: see `isAlreadyLinked`. */
export async function linkAccount(
  { deps, origin }: OpenOAuthContext,
  tx: Db,
  userId: string,
  { provider, profile, tokens }: Pending,
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
