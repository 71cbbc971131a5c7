import { type PasskeyCreation, passkeyLimit } from '@latchkey/contract';
import { issueChallenge } from '../accounts/passkey-challenges.ts';
import { ceremonyMs, describeCredential } from '../accounts/passkey-request.ts';
import { findCredentials } from '../accounts/passkey-store.ts';
import type { Context } from '../caller/caller.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { userHandleOf } from './user-handle.ts';
import { algorithms, warmUp } from './webauthn.ts';

/** What a browser needs to make a passkey, without touching those it made for this user before. */
export async function preparePasskey({
  deps,
  caller,
  origin,
}: Context): Promise<PasskeyCreation | Refusal<'PASSKEYS_NOT_AVAILABLE' | 'PASSKEY_LIMIT_REACHED'>> {
  const { config } = deps;
  const { id, email, firstName, lastName } = caller.user;
  if (config.passkeyDomain === null) return refuse('PASSKEYS_NOT_AVAILABLE');
  const credentials = await findCredentials(deps.sql, id);
  if (credentials.length >= passkeyLimit) return refuse('PASSKEY_LIMIT_REACHED');
  warmUp();
  const bound = { purpose: 'registration', userId: id } as const;
  const { challenge, challengeToken } = issueChallenge(config, bound, origin.now);
  const displayName = [firstName, lastName].filter(Boolean).join(' ') || email;
  return {
    options: {
      rp: { id: config.passkeyDomain, name: config.branding.productName },
      user: { id: userHandleOf(id), name: email, displayName },
      challenge,
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: ceremonyMs,
      excludeCredentials: credentials.map(describeCredential),
      // A passkey that can neither be found without a name nor verify its user still works as a second factor.
      authenticatorSelection: {
        residentKey: 'preferred',
        requireResidentKey: false,
        userVerification: 'preferred',
      },
      attestation: 'none',
    },
    challengeToken,
  };
}
