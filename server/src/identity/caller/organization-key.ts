import { isWithinNetworks, type KeyVerdict, organizationKeyLiteral } from '@latchkey/contract';
import { newToken, sha256 } from '../../platform/crypto/credentials.ts';
import type { LimitResult } from '../../platform/limits/limiter.ts';
import type { Deps, OpenContext } from '../deps.ts';
import type { OrganizationKeyCaller } from './caller.ts';
import { type FoundKey, organizationKeys } from './organization-key-store.ts';

const shownCharacters = 4;
// 32 bytes in base64url.
const secretPattern = /^[\w-]{43}$/;

/** A secret as it is shown, once. We keep its hash, and its beginning to tell keys apart. */
export function newOrganizationKey(prefix: string): { key: string; keyHash: Buffer; keyPrefix: string } {
  const key = prefix + newToken().token;
  return { key, keyHash: sha256(key), keyPrefix: key.slice(0, prefix.length + shownCharacters) };
}

export function looksLikeOrganizationKey(bearer: string): boolean {
  return bearer.startsWith(organizationKeyLiteral);
}

/** By the whole secret. Anything may be one: a team's own keys look as it likes. */
export function findOrganizationKey(deps: Deps, secret: string): Promise<Readonly<FoundKey> | undefined> {
  return deps.lookups.find(organizationKeys, sha256(secret).toString('hex'));
}

/** Why a key is good for nothing at this time, wherever it is used. */
export function endOf(key: FoundKey, now: Date): KeyVerdict | undefined {
  if (key.revokedAt) return 'REVOKED';
  if (!key.enabled) return 'DISABLED';
  return [key.expiresAt, key.secretExpiresAt].some((end) => end && end <= now) ? 'EXPIRED' : undefined;
}

/** The caller behind a Bearer value. A key that is only for verification is none. */
export async function findCallerByOrganizationKey(
  { deps, origin }: OpenContext,
  secret: string,
): Promise<OrganizationKeyCaller | undefined> {
  if (!secretPattern.test(secret.slice(organizationKeyLiteral.length))) return undefined;
  const key = await findOrganizationKey(deps, secret);
  if (!key || key.verificationOnly || endOf(key, origin.now)) return undefined;
  const { keyId, organizationId: id, organizationName: name, organizationSlug: slug } = key;
  return { kind: 'organizationKey', keyId, organization: { id, name, slug }, key };
}

/** Whether a key may be used from an address. Undefined: the address is not known. */
export function isAllowedFrom({ allowedNetworks }: FoundKey, address: string | undefined): boolean {
  if (allowedNetworks.length === 0) return true;
  return address !== undefined && isWithinNetworks(address, allowedNetworks);
}

/**
 * Counts a use of the key in its window, which begins with the first use after the last one ended. A use past the limit
 * isn't counted. Null: the key has no limit. `look`: says where the window stands, and counts nothing.
 */
export async function countUse(
  deps: Deps,
  { keyId, rateLimit, rateWindowSeconds }: FoundKey,
  { look = false } = {},
): Promise<LimitResult | null> {
  if (rateLimit === null || rateWindowSeconds === null) return null;
  const rule = { limit: rateLimit, windowMs: rateWindowSeconds * 1000 };
  return deps.limiter.use(`organizationKey:${keyId}`, rule, { look });
}
