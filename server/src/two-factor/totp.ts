import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Config } from '../config.ts';
import { seal, unseal } from '../crypto/seal.ts';
import type { DataKeys } from '../vault/data-keys.ts';

const secretBytes = 20;
const idBytes = 16;
const periodSeconds = 30;
const driftSteps = 1;

// Spelled out: what an authenticator app assumes must not depend on a library's defaults.
const parameters = { algorithm: 'SHA1', digits: 6, period: periodSeconds } as const;

export const totpPurpose = 'two-factor';

export function newTotpSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** The owner's id is sealed in with the secret: a ciphertext moved to another row opens nothing there. */
export function sealTotpSecret(keys: DataKeys, userId: string, secret: Buffer): Buffer {
  return seal(keys.of(totpPurpose), Buffer.concat([bytesOf(userId), secret]));
}

function unsealTotpSecret(keys: DataKeys, userId: string, sealed: Buffer): Buffer | undefined {
  const opened = unseal(keys.of(totpPurpose), sealed);
  return opened?.subarray(0, idBytes).equals(bytesOf(userId)) ? opened.subarray(idBytes) : undefined;
}

/** What an authenticator app needs to know, in the three ways it can be told. */
export function describeSecret(config: Config, email: string, secret: Buffer) {
  const totp = new TOTP({
    ...parameters,
    issuer: config.twoFactorIssuer,
    label: email,
    secret: secretOf(secret),
  });
  const { base32 } = totp.secret;
  return {
    secret: base32,
    manualEntryKey: (base32.match(/.{1,4}/g) ?? []).join(' '),
    otpauthUrl: totp.toString(),
  };
}

type Given = { userId: string; sealedSecret: Buffer | null; code: string; now: Date };

/** The time step a code belongs to, if it is the current one or the one before or after. */
export function matchTotp(keys: DataKeys, { userId, sealedSecret, code, now }: Given): number | undefined {
  const secret = sealedSecret && unsealTotpSecret(keys, userId, sealedSecret);
  if (!secret) return undefined;
  const timestamp = now.getTime();
  const drift = TOTP.validate({
    ...parameters,
    token: code,
    secret: secretOf(secret),
    timestamp,
    window: driftSteps,
  });
  return drift === null ? undefined : TOTP.counter({ period: periodSeconds, timestamp }) + drift;
}

function secretOf(bytes: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer });
}

function bytesOf(userId: string): Buffer {
  return Buffer.from(userId.replaceAll('-', ''), 'hex');
}
