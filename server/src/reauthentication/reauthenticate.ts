import type { PasskeyAssertion } from '@latchkey/contract';
import type { Context } from '../caller/caller.ts';
import type { Refusal } from '../refusal.ts';
import { proveByCode } from './prove-by-code.ts';
import { proveByPasskey } from './prove-by-passkey.ts';
import { proveByPassword } from './prove-by-password.ts';

type Given = {
  password?: string | undefined;
  code?: string | undefined;
  passkey?: PasskeyAssertion | undefined;
  challengeToken?: string | undefined;
};
type ProofRefusal = Refusal<
  | 'UNAUTHENTICATED'
  | 'PASSWORD_WRONG'
  | 'TWO_FACTOR_CODE_INVALID'
  | 'PASSKEYS_NOT_AVAILABLE'
  | 'PASSKEY_INVALID'
  | 'ACCOUNT_LOCKED'
  | 'OVERLOADED'
>;

/** The session's holder proves again who they are. Returns the time the proof counts from. */
export function reauthenticate(
  context: Context,
  { password = '', code, passkey, challengeToken = '' }: Given,
): Promise<Date | ProofRefusal> {
  if (passkey) return proveByPasskey(context, { passkey, challengeToken });
  return code === undefined ? proveByPassword(context, password) : proveByCode(context, code);
}
