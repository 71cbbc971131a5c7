import type { PasskeyAssertion } from '@latchkey/contract';
import { findPendingLogin } from '../accounts/pending-login-store.ts';
import { findUser } from '../accounts/user-store.ts';
import type { OpenContext } from '../caller/caller.ts';
import { sha256 } from '../crypto/credentials.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Validated } from './finish-pending-login.ts';
import { validateByCode } from './validate-by-code.ts';
import { validateByPasskey } from './validate-by-passkey.ts';

type Given = {
  pendingToken: string;
  code?: string | undefined;
  passkey?: PasskeyAssertion | undefined;
  challengeToken?: string | undefined;
};
type ValidateRefusal = Refusal<
  'PENDING_TOKEN_INVALID' | 'TWO_FACTOR_CODE_INVALID' | 'PASSKEY_INVALID' | 'ACCOUNT_LOCKED' | 'OVERLOADED'
>;

/** The second half of a login. */
export async function validateTwoFactor(
  context: OpenContext,
  { pendingToken, code = '', passkey, challengeToken = '' }: Given,
): Promise<Validated | ValidateRefusal> {
  const { deps, origin } = context;
  const tokenHash = sha256(pendingToken);
  const pending = await findPendingLogin(deps.sql, tokenHash, origin.now);
  const user = pending && (await findUser(deps.sql, pending.userId, origin.now));
  if (!user?.isActive) return refuse('PENDING_TOKEN_INVALID');
  const login = { user, pendingToken, tokenHash };
  return passkey
    ? validateByPasskey(context, login, { passkey, challengeToken })
    : validateByCode(context, login, code);
}
