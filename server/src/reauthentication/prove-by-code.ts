import { guessSecret, right, wrong } from '../accounts/guess-secret.ts';
import { laneOf, overloaded } from '../accounts/lane.ts';
import { findProof } from '../accounts/proof-store.ts';
import { methodsOf } from '../accounts/recent-proof.ts';
import { type Context, sessionIdOf } from '../caller/caller.ts';
import type { Refusal } from '../refusal.ts';
import { matchCode, spendCode } from '../two-factor/match-code.ts';
import { settleProof } from './settle-proof.ts';

type CodeRefusal = Refusal<'UNAUTHENTICATED' | 'TWO_FACTOR_CODE_INVALID' | 'ACCOUNT_LOCKED' | 'OVERLOADED'>;

/** With a code from the authenticator app, or a backup code. */
export async function proveByCode(context: Context, code: string): Promise<Date | CodeRefusal> {
  const { deps, caller, origin } = context;
  const { user } = caller;
  const proof = await findProof(deps.sql, user.id, sessionIdOf(caller));
  const methods = proof ? methodsOf(deps.config, proof) : [];
  return guessSecret(context, {
    subject: { kind: 'session', user },
    refusal: 'TWO_FACTOR_CODE_INVALID',
    audit: { action: 'AUTH_2FA_FAILURE', metadata: { during: 'reauthentication' } },
    clears: true,
    async check() {
      const lane = laneOf('session', user.id, origin);
      const matched = await matchCode(context, user, code, lane);
      if (matched === 'overloaded') return overloaded(deps, lane);
      if (!matched) return wrong('wrong_code');
      return methods.includes(matched.kind) ? right(matched) : wrong('set_up_without_proof');
    },
    async allow(tx, matched) {
      if (!(await spendCode(tx, user.id, matched, origin.now))) return wrong('used_code');
      return settleProof(context, tx, matched.kind);
    },
  });
}
