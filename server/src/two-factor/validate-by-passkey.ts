import { isWrong } from '../accounts/guess-secret.ts';
import type { OpenContext } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { checkAssertion, type GivenAssertion, isBad } from '../passkeys/check-assertion.ts';
import { refuseAssertion } from '../passkeys/refuse-assertion.ts';
import { useAssertion } from '../passkeys/use-assertion.ts';
import type { Refusal } from '../refusal.ts';
import { finishPendingLogin, type Pending, type Validated } from './finish-pending-login.ts';

/** After the password, holding the passkey is enough. There is nothing to guess, so nothing is counted. */
export async function validateByPasskey(
  context: OpenContext,
  login: Pending,
  given: GivenAssertion,
): Promise<Validated | Refusal<'PENDING_TOKEN_INVALID' | 'PASSKEY_INVALID'>> {
  const { deps, origin } = context;
  const { user, pendingToken } = login;
  const bound = { purpose: 'second_factor', pendingToken } as const;
  const checked = await checkAssertion(context, given, { bound, owner: user.id });
  if (isBad(checked)) return refuseAssertion(context, deps.sql, 'second_factor', { ...checked, user });
  return transact(deps, async (tx) => {
    const spend = () => useAssertion(tx, user, checked, origin);
    const finished = await finishPendingLogin(context, tx, login, { kind: 'passkey', spend });
    if (!isWrong(finished)) return finished;
    const { passkeyId } = checked;
    return refuseAssertion(context, tx, 'second_factor', { bad: finished.wrong, passkeyId, user });
  });
}
