import type { PasskeyRequest } from '@latchkey/contract';
import { requestPasskey } from '../accounts/passkey-request.ts';
import { findCredentials } from '../accounts/passkey-store.ts';
import { type Context, sessionIdOf } from '../caller/caller.ts';
import { warmUp } from '../passkeys/webauthn.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** A challenge for the passkeys of this user, in this session. */
export async function prepareReauthentication(
  context: Context,
): Promise<PasskeyRequest | Refusal<'PASSKEYS_NOT_AVAILABLE'>> {
  const { deps, caller } = context;
  const { passkeyDomain } = deps.config;
  if (passkeyDomain === null) return refuse('PASSKEYS_NOT_AVAILABLE');
  warmUp();
  const bound = { purpose: 'reauthentication', sessionId: sessionIdOf(caller) ?? '' } as const;
  const credentials = await findCredentials(deps.sql, caller.user.id, { alone: true });
  return requestPasskey(context, passkeyDomain, bound, credentials);
}
