import { randomBytes } from 'node:crypto';
import { lifetimes, type PasskeyRequest } from '@latchkey/contract';
import type { Config } from '../../platform/config/config.ts';
import { sha256 } from '../../platform/crypto/credentials.ts';
import { deriveKeys, type Key, seal, unseal } from '../../platform/crypto/seal.ts';
import { sessionSecretsOf } from '../../records/vault/data-keys.ts';
import type { OpenContext } from '../deps.ts';
import type { Challenge, Credential } from './passkey-store.ts';

/** The purpose and user of a challenge: it works for no other purpose and no other user. */
export type Bound =
  | { purpose: 'login' }
  | { purpose: 'registration'; userId: string }
  /** One that a browser makes by itself, without asking anyone. */
  | { purpose: 'conditional_registration'; userId: string }
  /** A new account that has no row yet. */
  | { purpose: 'account'; userId: string; email: string }
  | { purpose: 'second_factor'; pendingToken: string }
  | { purpose: 'reauthentication'; sessionId: string };

const challengeBytes = 32;
const timeBytes = 8;
const lifetimeMs = lifetimes.passkeyChallengeMinutes * 60_000;

/**
 * A challenge, and the sealed token that carries it: nothing is stored for someone who only opens the page.
 */
export function issueChallenge(
  config: Config,
  bound: Bound,
  now: Date,
): { challenge: string; challengeToken: string } {
  const bytes = randomBytes(challengeBytes);
  const expiry = Buffer.alloc(timeBytes);
  expiry.writeBigUInt64BE(BigInt(now.getTime() + lifetimeMs));
  const token = seal(keyOf(config), Buffer.concat([bytes, expiry, markOf(bound)]));
  return { challenge: bytes.toString('base64url'), challengeToken: token.toString('base64url') };
}

/** Undefined for a token that isn't ours, has expired, or was issued for anything else. */
export function readChallenge(config: Config, token: string, bound: Bound, now: Date): Challenge | undefined {
  const opened = unseal(keyOf(config), Buffer.from(token, 'base64url'));
  if (!opened?.subarray(challengeBytes + timeBytes).equals(markOf(bound))) return undefined;
  const expiresAt = new Date(Number(opened.readBigUInt64BE(challengeBytes)));
  return expiresAt > now ? { bytes: opened.subarray(0, challengeBytes), expiresAt } : undefined;
}

function markOf(bound: Bound): Buffer {
  return sha256(Object.entries(bound).sort().flat().join('\0'));
}

function keyOf({ secrets }: Config): Key {
  return deriveKeys(sessionSecretsOf(secrets), 'passkey-challenge');
}

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

/** How a passkey identifies its owner: it doesn't reveal who they are, and it never changes. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}

/** The same for an account that is yet to be: the token says which it will be, and works for this address only. */
export function issueForNewAccount(
  config: Config,
  { userId, email }: { userId: string; email: string },
  now: Date,
): { challenge: string; challengeToken: string } {
  const issued = issueChallenge(config, { purpose: 'account', userId, email }, now);
  return { ...issued, challengeToken: `${userId}.${issued.challengeToken}` };
}

export function readForNewAccount(
  config: Config,
  { token, email }: { token: string; email: string },
  now: Date,
): { userId: string; challenge: Challenge } | undefined {
  const [userId = '', sealed = ''] = token.split('.');
  const challenge = readChallenge(config, sealed, { purpose: 'account', userId, email }, now);
  return challenge && { userId, challenge };
}
