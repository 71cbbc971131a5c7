import { createHmac } from 'node:crypto';
import type { Config } from '../config.ts';
import { deriveKey } from '../crypto/seal.ts';

/** `name` tells keys apart without revealing anything about them. */
export type SealKey = { key: Buffer; name: Buffer };

/** The key that seals, then those of earlier secrets, which only verify. */
export function sealKeysOf(config: Pick<Config, 'auditSecrets'>): [SealKey, ...SealKey[]] {
  const [current, ...earlier] = config.auditSecrets;
  return [keyOf(current), ...earlier.map(keyOf)];
}

function keyOf(secret: string): SealKey {
  const key = deriveKey(secret, 'audit-seal');
  return { key, name: createHmac('sha256', key).update('name').digest().subarray(0, 8) };
}
