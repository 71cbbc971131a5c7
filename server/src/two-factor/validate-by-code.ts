import { addressOf } from '../accounts/attempt-store.ts';
import { guessSecret, right, wrong } from '../accounts/guess-secret.ts';
import { laneOf, overloaded } from '../accounts/lane.ts';
import type { OpenContext } from '../caller/caller.ts';
import type { Refusal } from '../refusal.ts';
import { finishPendingLogin, type Pending, type Validated } from './finish-pending-login.ts';
import { matchCode, spendCode } from './match-code.ts';

type CodeRefusal = Refusal<
  'PENDING_TOKEN_INVALID' | 'TWO_FACTOR_CODE_INVALID' | 'ACCOUNT_LOCKED' | 'OVERLOADED'
>;

export function validateByCode(
  context: OpenContext,
  login: Pending,
  code: string,
): Promise<Validated | CodeRefusal> {
  const { deps, origin } = context;
  const { user } = login;
  return guessSecret(context, {
    subject: addressOf(user),
    refusal: 'TWO_FACTOR_CODE_INVALID',
    audit: { action: 'AUTH_2FA_FAILURE', metadata: { during: 'login' } },
    async check() {
      const lane = laneOf('sign-in', user.email, origin);
      const matched = await matchCode(context, user, code, lane);
      if (matched === 'overloaded') return overloaded(deps, lane);
      return matched ? right(matched) : wrong('wrong_code');
    },
    allow: (tx, matched) =>
      finishPendingLogin(context, tx, login, {
        kind: matched.kind,
        spend: async () => ((await spendCode(tx, user.id, matched, origin.now)) ? undefined : 'used_code'),
      }),
  });
}
