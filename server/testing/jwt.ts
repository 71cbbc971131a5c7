import { createHmac, KeyObject, sign } from 'node:crypto';

type Json = Record<string, unknown>;

/** A token as an issuer other than the service would make it: the key decides how it is signed, the header says anything. */
export function signJwt(key: string | Buffer | KeyObject, claims: unknown, header: Json = {}): string {
  const input = `${encode({ alg: algorithmOf(key), typ: 'JWT', ...header })}.${encode(claims)}`;
  return `${input}.${signatureOf(key, input).toString('base64url')}`;
}

function algorithmOf(key: string | Buffer | KeyObject): string {
  if (!(key instanceof KeyObject)) return 'HS256';
  return key.asymmetricKeyType === 'ec' ? 'ES256' : 'RS256';
}

function signatureOf(key: string | Buffer | KeyObject, input: string): Buffer {
  return key instanceof KeyObject
    ? sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })
    : createHmac('sha256', key).update(input).digest();
}

export function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
