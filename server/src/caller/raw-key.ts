import { apiKeyLiteral } from '@latchkey/contract';
import { newToken, sha256 } from '../crypto/credentials.ts';

const shownLength = apiKeyLiteral.length + 4;
// 32 bytes in base64url.
const secretPattern = /^[\w-]{43}$/;

/** A key as its owner sees it, once. We keep only its hash, and a prefix to tell it from others. */
export function newKey(): { key: string; keyHash: Buffer; keyPrefix: string } {
  const key = apiKeyLiteral + newToken().token;
  return { key, keyHash: sha256(key), keyPrefix: key.slice(0, shownLength) };
}

export function looksLikeKey(bearer: string): boolean {
  return bearer.startsWith(apiKeyLiteral);
}

/**
 * The hash to look up a presented key by, in hexadecimal. Undefined for anything `newKey` can't have made.
 */
export function hashOfKey(presented: string): string | undefined {
  const isKey = secretPattern.test(presented.slice(apiKeyLiteral.length));
  return isKey ? sha256(presented).toString('hex') : undefined;
}
