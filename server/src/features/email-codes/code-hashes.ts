import { createHmac, randomInt } from 'node:crypto';
import type { DataKeys } from '../../records/vault/data-keys.ts';

const digits = 6;

export function newCode(): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0');
}

/** There are only a million codes: without the key, what is stored of one reveals nothing. `of`: a user, or an address. */
export function hashOfCode(keys: DataKeys, of: string, code: string): Buffer {
  return createHmac('sha256', keys.of('email-code')[0]).update(`${of}:${code}`).digest();
}
