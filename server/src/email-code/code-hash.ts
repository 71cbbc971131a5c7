import { createHmac, randomInt } from 'node:crypto';
import type { Config } from '../config.ts';
import { deriveKey } from '../crypto/seal.ts';

const digits = 6;

export function newCode(): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0');
}

/** There are only a million of them: without the key, what is kept of one tells nothing. */
export function hashOfCode({ secrets }: Config, userId: string, code: string): Buffer {
  return createHmac('sha256', deriveKey(secrets.session, 'email-code')).update(`${userId}:${code}`).digest();
}
