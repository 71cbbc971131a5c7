import { findUser, type UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { OpenContext } from '../caller/caller.ts';
import type { Db } from '../db/sql.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { BadAssertion } from './check-assertion.ts';

type During = 'login' | 'second_factor';

/** Whatever was wrong, the answer is the same, and it doesn't count toward a lock: there is nothing to guess. */
export async function refuseAssertion(
  { deps, origin }: OpenContext,
  db: Db,
  during: During,
  { bad: reason, passkeyId, userId, user }: BadAssertion & { user?: UserRow },
): Promise<Refusal<'PASSKEY_INVALID'>> {
  const owner = user ?? (userId && (await findUser(db, userId, origin.now))) ?? null;
  deps.metrics.signIns.inc({ method: 'passkey', outcome: 'failure' });
  const metadata = { during, reason, ...(passkeyId && { passkeyId }) };
  await record(db, origin, { action: 'AUTH_PASSKEY_FAILURE', user: owner || null, metadata });
  return refuse('PASSKEY_INVALID');
}
