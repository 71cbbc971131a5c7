import { createHmac, createSecretKey, type KeyObject, sign, verify } from 'node:crypto';
import { equalSecrets } from './equal-secrets.ts';

export type JwtClaims = Record<string, unknown>;

/** Beside the algorithm, all that a header of ours says. */
type Header = { typ: string; kid?: string };

/** Tokens under one key with one algorithm and one header. */
export type Jwts = {
  sign(claims: JwtClaims): string;
  /**
   * What a token says, if these signed it. A token's own header chooses nothing: it has to be the one that would have been
   * written here, byte for byte. Whether the token's time is up is for the caller to judge, with `isLive`.
   */
  read(token: string): JwtClaims | undefined;
};

/** The part that depends on the algorithm. A signature is read in its only spelling. */
type Signatures = { sign(input: string): string; isOf(signature: string, input: string): boolean };

/** RFC 7518, section 3.2: at least as long as the hash. */
const leastSecretBytes = 32;

type Secret = string | Buffer;

/**
 * Signed with the first secret, read with earlier ones too. Synchronous, like everything here: WebCrypto would queue behind
 * password hashes in libuv's pool.
 */
export function hmacJwts([current, ...earlier]: readonly [Secret, ...Secret[]], header: Header): Jwts {
  const { sign, read } = jwts('HS256', header, macsUnder(current));
  const readers = [read, ...earlier.map((secret) => jwts('HS256', header, macsUnder(secret)).read)];
  return {
    sign,
    read(token) {
      for (const each of readers) {
        const claims = each(token);
        if (claims) return claims;
      }
      return undefined;
    },
  };
}

function macsUnder(secret: Secret): Signatures {
  const bytes = Buffer.from(secret as string);
  if (bytes.length < leastSecretBytes) throw new Error('HS256 needs a secret of at least 32 bytes');
  const key = createSecretKey(bytes);
  const macOf = (input: string) => createHmac('sha256', key).update(input).digest('base64url');
  return { sign: macOf, isOf: (signature, input) => equalSecrets(signature, macOf(input)) };
}

type KeyPair = { privateKey: KeyObject; publicKey: KeyObject };
export type KeyPairAlgorithm = 'RS256' | 'ES256';

export function keyPairJwts(
  algorithm: KeyPairAlgorithm,
  { privateKey, publicKey }: KeyPair,
  header: Header,
): Jwts {
  for (const key of [privateKey, publicKey])
    if (!isFor(algorithm, key)) throw new Error(`the key is not one for ${algorithm}`);
  // Tokens have both halves of an ECDSA signature side by side, not in DER.
  const dsaEncoding = 'ieee-p1363';
  return jwts(algorithm, header, {
    sign: (input) =>
      sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding }).toString('base64url'),
    isOf(signature, input) {
      const bytes = Buffer.from(signature, 'base64url');
      return (
        equalSecrets(bytes.toString('base64url'), signature) &&
        verify('sha256', Buffer.from(input), { key: publicKey, dsaEncoding }, bytes)
      );
    },
  });
}

function isFor(algorithm: KeyPairAlgorithm, { asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  if (algorithm === 'ES256')
    return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1';
  return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
}

function jwts(algorithm: string, { typ, kid }: Header, signatures: Signatures): Jwts {
  const head = `${encode({ alg: algorithm, typ, kid })}.`;
  return {
    sign(claims) {
      const input = head + encode(claims);
      return `${input}.${signatures.sign(input)}`;
    },
    read(token) {
      if (!token.startsWith(head)) return undefined;
      const end = token.lastIndexOf('.');
      const isOurs = end >= head.length && signatures.isOf(token.slice(end + 1), token.slice(0, end));
      return isOurs ? decode(token.slice(head.length, end)) : undefined;
    },
  };
}

const encode = (value: JwtClaims) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Only of what was signed here, so it is never lenient about an outsider's text. */
function decode(payload: string): JwtClaims | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const isObject = typeof claims === 'object' && claims !== null && !Array.isArray(claims);
    return isObject ? (claims as JwtClaims) : undefined;
  } catch {
    return undefined;
  }
}

/** Has an end that lies ahead, and no beginning that does. A time that isn't a number is never one. */
export function isLive({ exp, nbf, iat }: JwtClaims, now: Date): boolean {
  const seconds = now.getTime() / 1000;
  return (
    isTime(exp) && exp > seconds && (nbf === undefined || (isTime(nbf) && nbf <= seconds)) && isTime(iat)
  );
}

function isTime(value: unknown): value is number {
  return Number.isFinite(value);
}
