import { guessSecret, type Right, right, type Wrong, wrong } from '../accounts/guess-secret.ts';
import { lockUser } from '../accounts/user-store.ts';
import { type Context, sessionIdOf } from '../caller/caller.ts';
import {
  type CheckedAssertion,
  checkAssertion,
  type GivenAssertion,
  isBad,
} from '../passkeys/check-assertion.ts';
import { useAssertion } from '../passkeys/use-assertion.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { settleProof } from './settle-proof.ts';

type PasskeyRefusal = Refusal<
  'UNAUTHENTICATED' | 'PASSKEYS_NOT_AVAILABLE' | 'PASSKEY_INVALID' | 'ACCOUNT_LOCKED' | 'OVERLOADED'
>;

/** With the user's own passkey, which has verified them and answers a challenge made for this session. */
export async function proveByPasskey(
  context: Context,
  given: GivenAssertion,
): Promise<Date | PasskeyRefusal> {
  const { deps, caller, origin } = context;
  const { user } = caller;
  return guessSecret(context, {
    subject: { kind: 'session', user },
    refusal: 'PASSKEY_INVALID',
    audit: { action: 'AUTH_PASSKEY_FAILURE', metadata: { during: 'reauthentication' } },
    clears: true,
    async check(): Promise<Right<CheckedAssertion> | Wrong | Refusal<'PASSKEYS_NOT_AVAILABLE'>> {
      if (deps.config.passkeyDomain === null) return refuse('PASSKEYS_NOT_AVAILABLE');
      const bound = { purpose: 'reauthentication', sessionId: sessionIdOf(caller) ?? '' } as const;
      const checked = await checkAssertion(context, given, { bound, owner: user.id });
      return isBad(checked) ? wrong(checked.bad) : right(checked);
    },
    async allow(tx, checked) {
      const current = await lockUser(tx, user.id, origin.now);
      const bad = current ? await useAssertion(tx, current, checked, origin) : 'removed';
      return bad ? wrong(bad) : settleProof(context, tx, 'passkey');
    },
  });
}
