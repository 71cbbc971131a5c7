import type { UserRow } from '../../identity/accounts/user-store.ts';
import type { OpenContext } from '../../identity/caller/caller.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { insertAdmin } from '../users/admins.ts';
import { isFresh, lockAccounts } from './setup-store.ts';

type FirstAdmin = {
  email: string;
  password: string;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
};

/** A person at the machine that a fresh service runs on counts as its operator. */
export async function createFirstAdmin(
  { deps, origin }: OpenContext,
  { email, password, firstName, lastName }: FirstAdmin,
): Promise<UserRow | Refusal<'NOT_FOUND'>> {
  // Spares a hash where the answer is known; the check under the lock decides.
  if (!(await isFresh(deps.sql))) return refuse('NOT_FOUND');
  const passwordHash = await deps.hasher.hash(password);
  return transact(deps, async (tx) => {
    await lockAccounts(tx);
    if (!(await isFresh(tx))) return refuse('NOT_FOUND');
    const names = { firstName: firstName || null, lastName: lastName || null };
    const admin = await insertAdmin(tx, { email, passwordHash, ...names }, { ...origin, via: 'setup' });
    return admin ?? refuse('NOT_FOUND');
  });
}

export async function getSetup({ deps }: OpenContext): Promise<{ needed: boolean }> {
  return { needed: await isFresh(deps.sql) };
}
