import { isSetAside } from '../accounts/email-undo-store.ts';
import type { UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { Db } from '../db/sql.ts';
import type { Origin } from '../origin.ts';
import type { CheckedAssertion } from './check-assertion.ts';
import { hasPasskey, noteUse, spendChallenge } from './store.ts';

/**
 * Spends the challenge and records the use, each with one conditional write: of any number of uses, one succeeds.
 * Returns the reason if it fails. Runs in a transaction that holds the user's row. A counter that didn't go up suggests
 * a clone.
 */
export async function useAssertion(
  tx: Db,
  user: UserRow,
  { passkeyId, challenge, counter, backedUp, userVerified, alone }: CheckedAssertion,
  origin: Origin,
): Promise<'used_challenge' | 'set_aside' | 'removed' | 'counter' | undefined> {
  const [isFirst, setAside] = await Promise.all([spendChallenge(tx, challenge), isSetAside(tx, passkeyId)]);
  if (!isFirst) return 'used_challenge';
  if (alone && setAside) return 'set_aside';
  if (await noteUse(tx, passkeyId, { counter, backedUp, userVerified, now: origin.now })) return undefined;
  if (!(await hasPasskey(tx, passkeyId))) return 'removed';
  const metadata = { passkeyId, counter };
  await record(tx, origin, { action: 'SECURITY_PASSKEY_CLONE_SUSPECTED', user, metadata });
  return 'counter';
}
