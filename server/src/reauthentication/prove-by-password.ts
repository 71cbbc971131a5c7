import { guessSecret, right, wrong } from '../accounts/guess-secret.ts';
import { laneOf, overloaded } from '../accounts/lane.ts';
import { lockChecked } from '../accounts/pass-first-factor.ts';
import { findProof } from '../accounts/proof-store.ts';
import { findUser } from '../accounts/user-store.ts';
import { type Context, sessionIdOf } from '../caller/caller.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { settleProof } from './settle-proof.ts';

export async function proveByPassword(
  context: Context,
  password: string,
): Promise<Date | Refusal<'UNAUTHENTICATED' | 'PASSWORD_WRONG' | 'ACCOUNT_LOCKED' | 'OVERLOADED'>> {
  const { deps, caller, origin } = context;
  const user = await findUser(deps.sql, caller.user.id, origin.now);
  const proof = await findProof(deps.sql, caller.user.id, sessionIdOf(caller));
  if (!user || !proof) return refuse('UNAUTHENTICATED');
  return guessSecret(context, {
    subject: { kind: 'session', user },
    refusal: 'PASSWORD_WRONG',
    audit: { action: 'AUTH_LOGIN_FAILURE', metadata: { during: 'reauthentication' } },
    // Someone with the session and the password must not be able to clear the count between guesses at a code.
    clears: !user.twoFactorEnabled,
    async check() {
      const lane = laneOf('session', user.id, origin);
      const matches = await deps.hasher.verify(password, user.passwordHash, lane);
      if (matches === undefined) return overloaded(deps, lane);
      if (!matches) return wrong(user.passwordHash ? 'wrong_password' : 'no_password');
      return proof.password ? right(user) : wrong('set_up_without_proof');
    },
    async allow(tx, checked) {
      const current = await lockChecked(tx, checked, origin.now);
      return current ? settleProof(context, tx, 'password') : wrong('wrong_password');
    },
  });
}
