import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { z } from 'zod';

const ivBytes = 12;
const tagBytes = 16;

/** One purpose, one key: a value sealed for one use cannot be opened, or a MAC replayed, in another. */
export function deriveKey(secret: string | Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'latchkey', purpose, 32));
}

/** One key, or several: the first seals, and any of them may have sealed what is opened. */
export type Key = Buffer | readonly [Buffer, ...Buffer[]];

/** A purpose's keys: from the current secret first, then from earlier ones. */
export function deriveKeys(
  [current, ...previous]: readonly [string, ...string[]],
  purpose: string,
): readonly [Buffer, ...Buffer[]] {
  return [deriveKey(current, purpose), ...previous.map((each) => deriveKey(each, purpose))];
}

/** AES-256-GCM, synchronous: WebCrypto would queue behind bcrypt in libuv's pool. */
export function seal(key: Key, plaintext: Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', Buffer.isBuffer(key) ? key : key[0], iv);
  const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([iv, sealed, cipher.getAuthTag()]);
}

/** Undefined for anything altered, or not sealed with this key or one of these. */
export function unseal(key: Key, sealed: Buffer): Buffer | undefined {
  if (sealed.length < ivBytes + tagBytes) return undefined;
  for (const each of Buffer.isBuffer(key) ? [key] : key) {
    const opened = unsealWith(each, sealed);
    if (opened) return opened;
  }
  return undefined;
}

function unsealWith(key: Buffer, sealed: Buffer): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** A value that travels through a browser, which can neither read nor change it. */
export function sealJson(key: Key, value: unknown): string {
  return seal(key, Buffer.from(JSON.stringify(value))).toString('base64url');
}

export function unsealJson<S extends z.ZodType>(
  key: Key,
  sealed: string,
  schema: S,
): z.output<S> | undefined {
  const opened = unseal(key, Buffer.from(sealed, 'base64url'));
  return opened && schema.safeParse(JSON.parse(opened.toString())).data;
}
