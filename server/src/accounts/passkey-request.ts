import { lifetimes, type PasskeyRequest } from '@latchkey/contract';
import type { OpenContext } from '../deps.ts';
import { type Bound, issueChallenge } from './passkey-challenges.ts';
import type { Credential } from './passkey-store.ts';

export const ceremonyMs = lifetimes.passkeyChallengeMinutes * 60_000;

/** What a browser needs to use a passkey: one of these or, if none are given, any. */
export function requestPasskey(
  { deps, origin }: OpenContext,
  rpId: string,
  bound: Bound,
  credentials: readonly Credential[],
): PasskeyRequest {
  const { challenge, challengeToken } = issueChallenge(deps.config, bound, origin.now);
  return {
    options: {
      challenge,
      rpId,
      timeout: ceremonyMs,
      // After a password, presence is enough; on its own, a passkey must verify the user.
      userVerification: bound.purpose === 'second_factor' ? 'preferred' : 'required',
      allowCredentials: credentials.map(describeCredential),
    },
    challengeToken,
  };
}

export function describeCredential({ credentialId, transports }: Credential) {
  return { id: credentialId.toString('base64url'), type: 'public-key' as const, transports };
}
