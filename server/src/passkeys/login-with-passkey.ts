import type { PasskeyAssertion } from '@latchkey/contract';
import { addressOf } from '../accounts/attempt-store.ts';
import { completeLogin, type LoginGrant } from '../accounts/complete-login.ts';
import { endLock } from '../accounts/locks.ts';
import { lockUser } from '../accounts/user-store.ts';
import type { OpenContext } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { checkAssertion, isBad } from './check-assertion.ts';
import { refuseAssertion } from './refuse-assertion.ts';
import { useAssertion } from './use-assertion.ts';

type Given = { response: PasskeyAssertion; challengeToken: string; rememberMe?: boolean | undefined };

/** A complete login: the user holds the passkey, and it has verified them. */
export async function loginWithPasskey(
  context: OpenContext,
  { response: passkey, challengeToken, rememberMe = false }: Given,
): Promise<LoginGrant | Refusal<'PASSKEYS_NOT_AVAILABLE' | 'PASSKEY_INVALID'>> {
  const { deps, origin } = context;
  if (deps.config.passkeyDomain === null) return refuse('PASSKEYS_NOT_AVAILABLE');
  const bound = { purpose: 'login' } as const;
  const checked = await checkAssertion(context, { passkey, challengeToken }, { bound });
  if (isBad(checked)) return refuseAssertion(context, deps.sql, 'login', checked);
  const { passkeyId, userId } = checked;
  return transact(deps, async (tx) => {
    const user = await lockUser(tx, userId, origin.now);
    if (!user?.isActive) return refuseAssertion(context, tx, 'login', { bad: 'inactive', passkeyId, userId });
    const bad = await useAssertion(tx, user, checked, origin);
    if (bad) return refuseAssertion(context, tx, 'login', { bad, passkeyId, user });
    // A lock keeps passwords from being guessed.
    await endLock(tx, addressOf(user), { user, metadata: { reason: 'passkey_login' } }, origin);
    return completeLogin(context, tx, user, { rememberMe, method: 'passkey' });
  });
}
