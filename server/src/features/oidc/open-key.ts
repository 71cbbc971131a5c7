import { createPrivateKey, createPublicKey, type JsonWebKey } from 'node:crypto';
import type { SigningAlgorithm } from '@latchkey/contract';
import { type JwtClaims, type Jwts, keyPairJwts } from '../../platform/crypto/jwt.ts';
import { type Key, unseal } from '../../platform/crypto/seal.ts';
import type { KeyRow } from './key-store.ts';

/** What a JWT says it is: one kind never passes for another. */
const tokenTypes = ['JWT', 'at+jwt', 'logout+jwt'] as const;
export type TokenType = (typeof tokenTypes)[number];

export type TokenClaims = JwtClaims;

/** A key, ready for use. */
export type SigningKey = {
  kid: string;
  algorithm: SigningAlgorithm;
  signsFrom: Date;
  jwk: JsonWebKey;
  sign(type: TokenType, claims: TokenClaims): string;
  /** What a token of this type says, if this key signed it; the caller checks whether it has expired. */
  verify(token: string, type: TokenType): TokenClaims | undefined;
};

export function openKey(
  { kid, algorithm, publicKey, sealed, signsFrom }: KeyRow,
  sealingKey: Key,
): SigningKey {
  const der = unseal(sealingKey, sealed);
  if (!der) throw new Error('a signing key was sealed under another SESSION_SECRET');
  const pair = {
    privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
    publicKey: createPublicKey({ key: publicKey, format: 'jwk' }),
  };
  const tokens = Object.fromEntries(
    tokenTypes.map((typ) => [typ, keyPairJwts(algorithm, pair, { typ, kid })]),
  ) as Record<TokenType, Jwts>;
  return {
    kid,
    algorithm,
    signsFrom,
    jwk: publicKey,
    sign: (type, claims) => tokens[type].sign(claims),
    verify: (token, type) => tokens[type].read(token),
  };
}
