import { createPrivateKey, createPublicKey, type JsonWebKey } from 'node:crypto';
import type { SigningAlgorithm } from '@latchkey/contract';
import { createSigner, createVerifier } from 'fast-jwt';
import { type Key, unseal } from '../../platform/crypto/seal.ts';
import type { KeyRow } from './key-store.ts';

/** What a JWT says it is: one kind never passes for another. */
const tokenTypes = ['JWT', 'at+jwt', 'logout+jwt'] as const;
export type TokenType = (typeof tokenTypes)[number];

export type TokenClaims = Record<string, unknown>;

/** A key, ready for use. Synchronous throughout: WebCrypto would queue behind bcrypt in libuv's pool. */
export type SigningKey = {
  kid: string;
  algorithm: SigningAlgorithm;
  signsFrom: Date;
  jwk: JsonWebKey;
  sign(type: TokenType, claims: TokenClaims): string;
  /** What a token of this type says, if it was signed with this key; the caller checks whether it has expired. */
  verify(token: string, type: TokenType): TokenClaims | undefined;
};

export function openKey(
  { kid, algorithm, publicKey, sealed, signsFrom }: KeyRow,
  sealingKey: Key,
): SigningKey {
  const der = unseal(sealingKey, sealed);
  if (!der) throw new Error('a signing key was sealed under another SESSION_SECRET');
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({
    format: 'pem',
    type: 'pkcs8',
  });
  const shown = createPublicKey({ key: publicKey, format: 'jwk' }).export({ format: 'pem', type: 'spki' });
  const verify = createVerifier({
    key: String(shown),
    algorithms: [algorithm],
    ignoreExpiration: true,
    complete: true,
  });
  const signers = Object.fromEntries(
    tokenTypes.map((typ) => [
      typ,
      createSigner({ key: String(key), algorithm, kid, header: { alg: algorithm, typ } }),
    ]),
  ) as Record<TokenType, (claims: TokenClaims) => string>;
  return {
    kid,
    algorithm,
    signsFrom,
    jwk: publicKey,
    sign: (type, claims) => signers[type](claims),
    verify(token, type) {
      try {
        const { header, payload } = verify(token) as { header: TokenClaims; payload: TokenClaims };
        return header.typ === type ? payload : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
