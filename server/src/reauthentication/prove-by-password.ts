import { guessSecret, right, wrong } from '../accounts/guess-secret.ts';
import { laneOf, overloaded } from '../accounts/lane.ts';
import { lockChecked } from '../accounts/pass-first-factor.ts';
import { findUser } from '../accounts/user-store.ts';
import type { Context } from '../caller/caller.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { settleProof } from './settle-proof.ts';

export async function proveByPassword(
  context: Context,
  password: string,
): Promise<Date | Refusal<'UNAUTHENTICATED' | 'PASSWORD_WRONG' | 'ACCOUNT_LOCKED' | 'OVERLOADED'>> {
  const { deps, caller, origin } = context;
  const user = await findUser(deps.sql, caller.user.id, origin.now);
  if (!user) return refuse('UNAUTHENTICATED');
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
      return matches ? right(user) : wrong(user.passwordHash ? 'wrong_password' : 'no_password');
    },
    async allow(tx, checked) {
      const current = await lockChecked(tx, checked, origin.now);
      return current ? settleProof(context, tx, 'password') : wrong('wrong_password');
    },
  });
}
