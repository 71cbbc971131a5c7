import { guessSecret, right, wrong } from '../accounts/guess-secret.ts';
import { findProof } from '../accounts/proof-store.ts';
import { findTwoFactor, spendStep } from '../accounts/two-factor-store.ts';
import { type Context, sessionIdOf } from '../caller/caller.ts';
import type { Db } from '../db/sql.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { matchTotp } from './totp.ts';

export type CodeRefusal = Refusal<
  'TWO_FACTOR_NOT_ENABLED' | 'TWO_FACTOR_CODE_INVALID' | 'ACCOUNT_LOCKED' | 'OVERLOADED'
>;

type Use<Prepared, Done> = {
  code: string;
  during: 'disable' | 'backup_codes';
  /** Slow work, done only for a right code and outside the transaction. */
  prepare(): Promise<Prepared | Refusal<'OVERLOADED'>>;
  /** In the transaction that spends the code. */
  allow(tx: Db, prepared: Prepared): Promise<Done>;
};

/** Asks a signed-in user for a current code: a session alone must not be enough to weaken the account. */
export async function useOwnCode<Prepared, Done>(
  context: Context,
  { code, during, prepare, allow }: Use<Prepared, Done>,
): Promise<Done | CodeRefusal> {
  const { deps, caller, origin } = context;
  const { user } = caller;
  const state = await findTwoFactor(deps.sql, user.id);
  if (!state?.twoFactorEnabled) return refuse('TWO_FACTOR_NOT_ENABLED');
  const proof = await findProof(deps.sql, user.id, sessionIdOf(caller));
  const sealedSecret = state.twoFactorSecret;
  return guessSecret(context, {
    subject: { kind: 'session', user },
    refusal: 'TWO_FACTOR_CODE_INVALID',
    audit: { action: 'AUTH_2FA_FAILURE', metadata: { during } },
    // Someone who stole the session and set up two-factor in it must not start over between guesses at the password.
    clears: proof?.totp ?? false,
    async check() {
      const step = matchTotp(deps.dataKeys, { userId: user.id, sealedSecret, code, now: origin.now });
      if (!sealedSecret || step === undefined) return wrong('wrong_code');
      const prepared = await prepare();
      return isRefusal(prepared) ? prepared : right({ sealedSecret, step, prepared });
    },
    async allow(tx, checked) {
      if (!(await spendStep(tx, user.id, checked.sealedSecret, checked.step))) return wrong('used_code');
      return allow(tx, checked.prepared);
    },
  });
}
