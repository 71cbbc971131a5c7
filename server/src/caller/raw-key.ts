import { apiKeyLiteral } from '@latchkey/contract';
import { newToken, sha256 } from '../crypto/credentials.ts';

const shownLength = apiKeyLiteral.length + 4;
// 32 bytes in base64url.
const secretPattern = /^[\w-]{43}$/;

/** A key as its owner sees it once. What is kept of it is the hash, and as much as it takes to tell it from others. */
export function newKey(): { key: string; keyHash: Buffer; keyPrefix: string } {
  const key = apiKeyLiteral + newToken().token;
  return { key, keyHash: sha256(key), keyPrefix: key.slice(0, shownLength) };
}

export function looksLikeKey(bearer: string): boolean {
  return bearer.startsWith(apiKeyLiteral);
}

/** What to look a presented key up by, in hexadecimal. Undefined for what was never made by `newKey`. */
export function hashOfKey(presented: string): string | undefined {
  const isKey = secretPattern.test(presented.slice(apiKeyLiteral.length));
  return isKey ? sha256(presented).toString('hex') : undefined;
}
