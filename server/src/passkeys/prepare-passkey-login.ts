import type { PasskeyRequest } from '@latchkey/contract';
import { requestPasskey } from '../accounts/passkey-request.ts';
import type { OpenContext } from '../caller/caller.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { warmUp } from './webauthn.ts';

/** The same for everyone who opens the login page. */
export function preparePasskeyLogin(
  context: OpenContext,
): PasskeyRequest | Refusal<'PASSKEYS_NOT_AVAILABLE'> {
  const { passkeyDomain } = context.deps.config;
  if (passkeyDomain === null) return refuse('PASSKEYS_NOT_AVAILABLE');
  warmUp();
  return requestPasskey(context, passkeyDomain, { purpose: 'login' }, []);
}
