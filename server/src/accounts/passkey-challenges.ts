import { randomBytes } from 'node:crypto';
import { lifetimes } from '@latchkey/contract';
import type { Config } from '../config.ts';
import { sha256 } from '../crypto/credentials.ts';
import { deriveKeys, type Key, seal, unseal } from '../crypto/seal.ts';
import { sessionSecretsOf } from '../vault/data-keys.ts';

/** What a challenge is for, and for whom: it works for nothing and nobody else. */
export type Bound =
  | { purpose: 'login' }
  | { purpose: 'registration'; userId: string }
  | { purpose: 'second_factor'; pendingToken: string }
  | { purpose: 'reauthentication'; sessionId: string };

export type Challenge = { bytes: Buffer; expiresAt: Date };

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
