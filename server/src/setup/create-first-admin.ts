import { laneOf, overloaded } from '../accounts/lane.ts';
import type { UserRow } from '../accounts/user-store.ts';
import type { OpenContext } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { insertAdmin } from '../users/insert-admin.ts';
import { isFresh, lockAccounts } from './store.ts';

type FirstAdmin = {
  email: string;
  password: string;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
};

/** Whoever sits at the machine that a fresh service runs on counts as the one who runs it. */
export async function createFirstAdmin(
  { deps, origin }: OpenContext,
  { email, password, firstName, lastName }: FirstAdmin,
): Promise<UserRow | Refusal<'NOT_FOUND' | 'OVERLOADED'>> {
  // Spares a hash where the answer is known; the check under the lock decides.
  if (!(await isFresh(deps.sql))) return refuse('NOT_FOUND');
  const lane = laneOf('register', email, origin);
  const passwordHash = await deps.hasher.hash(password, lane);
  if (!passwordHash) return overloaded(deps, lane);
  return transact(deps, async (tx) => {
    await lockAccounts(tx);
    if (!(await isFresh(tx))) return refuse('NOT_FOUND');
    const names = { firstName: firstName || null, lastName: lastName || null };
    const admin = await insertAdmin(tx, { email, passwordHash, ...names }, { ...origin, via: 'setup' });
    return admin ?? refuse('NOT_FOUND');
  });
}
