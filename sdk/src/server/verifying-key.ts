type Bytes = Uint8Array<ArrayBuffer>;

export type VerifyingKey = {
  algorithm: string;
  verify(signature: Bytes, signed: Bytes): boolean | Promise<boolean>;
};

export type PublicJwk = JsonWebKey & { kid?: unknown };

/** How Latchkey's keys sign. The key decides, never the token. */
const algorithms = {
  RS256: { kty: 'RSA', crv: undefined, import: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } },
  ES256: { kty: 'EC', crv: 'P-256', import: { name: 'ECDSA', namedCurve: 'P-256' } },
} as const;

/** Undefined for a key that isn't one of Latchkey's kinds. */
export async function openKey(jwk: PublicJwk): Promise<VerifyingKey | undefined> {
  const { alg = '', kty, crv } = jwk;
  if (!isKnown(alg) || kty !== algorithms[alg].kty || crv !== algorithms[alg].crv) return undefined;
  const verify = ofNode(jwk) ?? (await ofTheWeb(jwk, algorithms[alg].import));
  return { algorithm: alg, verify };
}

function isKnown(alg: string): alg is keyof typeof algorithms {
  return Object.hasOwn(algorithms, alg);
}

async function ofTheWeb(
  jwk: PublicJwk,
  kind: RsaHashedImportParams | EcKeyImportParams,
): Promise<VerifyingKey['verify']> {
  const key = await crypto.subtle.importKey('jwk', jwk, kind, false, ['verify']);
  const by = { name: kind.name, hash: 'SHA-256' };
  return (signature, signed) => crypto.subtle.verify(by, key, signature, signed);
}

/** The part of `node:crypto` this needs. */
type NodeCrypto = {
  createPublicKey(key: { key: PublicJwk; format: 'jwk' }): object;
  verify(
    hash: 'sha256',
    signed: Bytes,
    key: { key: object; dsaEncoding: 'ieee-p1363' },
    signature: Bytes,
  ): boolean;
};
type Runtime = { process?: { getBuiltinModule?(name: 'node:crypto'): NodeCrypto | undefined } };

/** Synchronous where possible: Web Crypto goes through another thread, which takes several times as long. */
function ofNode(jwk: PublicJwk): VerifyingKey['verify'] | undefined {
  const node = (globalThis as Runtime).process?.getBuiltinModule?.('node:crypto');
  if (!node) return undefined;
  const key = node.createPublicKey({ key: jwk, format: 'jwk' });
  return (signature, signed) => node.verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature);
}
