import type { PasskeyCreation } from '@latchkey/contract';
import { ceremonyMs, userHandleOf } from '../../identity/credentials/passkeys.ts';
import { algorithms, warmUp } from '../../identity/credentials/webauthn.ts';
import type { Config } from '../../platform/config/config.ts';

type Owner = { id: string; name: string; displayName: string };

/** What a browser needs to make a passkey. */
export function creationOptions(
  { passkeyDomain, branding }: Config,
  { id, ...names }: Owner,
  challenge: string,
): PasskeyCreation['options'] {
  warmUp();
  return {
    rp: { id: passkeyDomain ?? '', name: branding.productName },
    user: { id: userHandleOf(id), ...names },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: ceremonyMs,
    excludeCredentials: [],
    // A passkey that can neither be found without a name nor verify its user still works as a second factor.
    authenticatorSelection: {
      residentKey: 'preferred',
      requireResidentKey: false,
      userVerification: 'preferred',
    },
    attestation: 'none',
  };
}
