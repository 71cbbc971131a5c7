import { addressOf } from '../accounts/attempt-store.ts';
import { endLock } from '../accounts/locks.ts';
import { useToken } from '../accounts/token-store.ts';
import { findUser } from '../accounts/user-store.ts';
import type { OpenContext } from '../caller/caller.ts';
import { sha256 } from '../crypto/credentials.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';

/**
 * Ends the address's lock but keeps the count of proofs inside a session: someone with a stolen session may have moved
 * the account to their own mailbox, and could then keep guessing forever.
 */
export function verifyUnlock(
  { deps, origin }: OpenContext,
  { token }: { token: string },
): Promise<Refusal<'TOKEN_INVALID'> | undefined> {
  return transact(deps, async (tx) => {
    const used = await useToken(tx, 'account_unlock', sha256(token), origin.now);
    const user = used && (await findUser(tx, used.userId, origin.now));
    if (!user || user.email !== used.email) return refuse('TOKEN_INVALID');
    await endLock(tx, addressOf(user), { user, metadata: { reason: 'link' } }, origin);
    return undefined;
  });
}
