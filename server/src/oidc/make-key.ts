import { createHash, generateKeyPair, type JsonWebKey, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningAlgorithm } from '@latchkey/contract';
import { type Key, seal } from '../crypto/seal.ts';

const generate = promisify(generateKeyPair);

export type MadeKey = { kid: string; algorithm: SigningAlgorithm; publicKey: JsonWebKey; sealed: Buffer };

/** In a separate thread: an RSA key takes a few tenths of a second. */
export async function makeKey(algorithm: SigningAlgorithm, sealingKey: Key): Promise<MadeKey> {
  const pair: { publicKey: KeyObject; privateKey: KeyObject } =
    algorithm === 'RS256'
      ? await generate('rsa', { modulusLength: 2048 })
      : await generate('ec', { namedCurve: 'P-256' });
  const publicKey = pair.publicKey.export({ format: 'jwk' });
  const sealed = seal(sealingKey, pair.privateKey.export({ format: 'der', type: 'pkcs8' }));
  return { kid: thumbprintOf(publicKey), algorithm, publicKey, sealed };
}

/** RFC 7638: the members that make up the key, sorted by name. */
function thumbprintOf({ kty, n, e, crv, x, y }: JsonWebKey): string {
  const members = kty === 'RSA' ? { e, kty, n } : { crv, kty, x, y };
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}
