import type { PasskeyAssertion, PasskeyRequest } from '@latchkey/contract';
import { lockUser } from '../../identity/accounts/user-store.ts';
import { addressOf } from '../../identity/attempts/attempt-store.ts';
import { endLock } from '../../identity/attempts/locks.ts';
import type { OpenContext } from '../../identity/caller/caller.ts';
import { requestPasskey } from '../../identity/credentials/passkeys.ts';
import { warmUp } from '../../identity/credentials/webauthn.ts';
import type { AskingContext } from '../../identity/deps.ts';
import { asking, type HookRefusal } from '../../identity/hooks/heed.ts';
import { heedSignIn } from '../../identity/hooks/sign-in.ts';
import { refuseSignIn } from '../../identity/policies/system-methods.ts';
import { completeLogin, type LoginGrant } from '../../identity/sign-in/complete-login.ts';
import { findDeviceFacts } from '../../identity/sign-in/device-store.ts';
import { sightingOf } from '../../identity/sign-in/devices.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { checkAssertion, isBad, refuseAssertion, useAssertion } from './assertions.ts';

type PasskeyLoginInput = {
  response: PasskeyAssertion;
  challengeToken: string;
  rememberMe?: boolean | undefined;
};

/** A complete login: the user holds the passkey, and it has verified them. */
export function loginWithPasskey(
  context: AskingContext,
  input: PasskeyLoginInput,
): Promise<LoginGrant | PasskeyRefusal | HookRefusal> {
  return asking(context, (current) => loginOnce(current, input));
}

type PasskeyRefusal = Refusal<
  'PASSKEYS_NOT_AVAILABLE' | 'PASSKEY_INVALID' | 'SIGN_IN_METHOD_NOT_ALLOWED' | 'SSO_REQUIRED'
>;

async function loginOnce(
  context: OpenContext,
  { response: passkey, challengeToken, rememberMe = false }: PasskeyLoginInput,
): Promise<LoginGrant | PasskeyRefusal> {
  const { deps, origin } = context;
  if (deps.config.passkeyDomain === null) return refuse('PASSKEYS_NOT_AVAILABLE');
  const refused = await refuseSignIn(deps, 'passkey');
  if (refused) return refused;
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
    const facts = await findDeviceFacts(tx, sightingOf(origin, user.id));
    heedSignIn(context, facts.hook, user, { method: 'passkey', hasSecondFactor: true });
    return completeLogin(context, tx, user, { rememberMe, method: 'passkey', facts });
  });
}

/** The same for every visitor to the login page. */
export function preparePasskeyLogin(
  context: OpenContext,
): PasskeyRequest | Refusal<'PASSKEYS_NOT_AVAILABLE'> {
  const { passkeyDomain } = context.deps.config;
  if (passkeyDomain === null) return refuse('PASSKEYS_NOT_AVAILABLE');
  warmUp();
  return requestPasskey(context, passkeyDomain, { purpose: 'login' }, []);
}
