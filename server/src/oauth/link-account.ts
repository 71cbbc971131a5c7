import { uuidv7 } from 'uuidv7';
import type { Db } from '../db/sql.ts';
import { violatedIndex } from '../db/transact.ts';
import type { OAuthDeps } from './parts.ts';
import { insertAccount } from './store.ts';
import type { Pending } from './tokens.ts';

/** Links what a provider vouched for to a user. Throws when either is linked already: `isTaken` tells. */
export async function keepAccount(
  deps: OAuthDeps,
  tx: Db,
  userId: string,
  pending: Pending,
  now: Date,
): Promise<void> {
  const id = uuidv7();
  const { provider, profile, tokens } = pending;
  await insertAccount(tx, {
    id,
    userId,
    provider,
    providerAccountId: profile.providerAccountId,
    email: profile.email,
    ...deps.oauth.tokens.atRest(id, tokens),
    now,
  });
}

export function isTaken(error: unknown): boolean {
  return violatedIndex(error)?.startsWith('oauth_accounts_') ?? false;
}
