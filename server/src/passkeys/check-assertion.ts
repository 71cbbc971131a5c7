import type { PasskeyAssertion } from '@latchkey/contract';
import { type Bound, type Challenge, readChallenge } from '../accounts/passkey-challenges.ts';
import type { OpenContext } from '../caller/caller.ts';
import { findCredential } from './store.ts';
import { userHandleOf } from './user-handle.ts';
import { verifyUse } from './webauthn.ts';

export type GivenAssertion = { passkey: PasskeyAssertion; challengeToken: string };

/** A valid use of a passkey, not yet recorded. */
export type CheckedAssertion = {
  passkeyId: string;
  userId: string;
  challenge: Challenge;
  counter: number;
  backedUp: boolean;
  userVerified: boolean;
  /** Nothing else proves who this is. */
  alone: boolean;
};

/** An invalid one. The reason is only for the audit trail. */
export type BadAssertion = { bad: string; passkeyId?: string; userId?: string };

export function isBad(checked: CheckedAssertion | BadAssertion): checked is BadAssertion {
  return 'bad' in checked;
}

/** `owner`: whose passkey it must be, if that is already known. */
export async function checkAssertion(
  { deps, origin }: OpenContext,
  { passkey, challengeToken }: GivenAssertion,
  { bound, owner }: { bound: Bound; owner?: string },
): Promise<CheckedAssertion | BadAssertion> {
  const { origins, passkeyDomain } = deps.config;
  const challenge = readChallenge(deps.config, challengeToken, bound, origin.now);
  if (!challenge || passkeyDomain === null) return { bad: 'challenge' };
  const known = await findCredential(deps.sql, Buffer.from(passkey.id, 'base64url'));
  if (!known) return { bad: 'unknown_credential' };
  const { id: passkeyId, userId } = known;
  if (owner !== undefined && userId !== owner) return { bad: 'not_theirs' };
  const fault = { passkeyId, userId };
  if (!isHandleOf(userId, passkey, bound)) return { bad: 'user_handle', ...fault };
  const place = { origins, passkeyDomain, challenge: challenge.bytes };
  const alone = bound.purpose !== 'second_factor';
  const used = await verifyUse(place, passkey, known, alone);
  if (!used) return { bad: 'refused', ...fault };
  const { newCounter: counter, credentialBackedUp: backedUp, userVerified } = used;
  return { passkeyId, userId, challenge, counter, backedUp, userVerified, alone };
}

/** If no user was named before, the passkey itself says whose it is. */
function isHandleOf(userId: string, { response }: PasskeyAssertion, { purpose }: Bound): boolean {
  const { userHandle } = response;
  return userHandle ? userHandle === userHandleOf(userId) : purpose !== 'login';
}
