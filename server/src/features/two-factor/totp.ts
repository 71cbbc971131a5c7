import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { UserRow } from '../../identity/accounts/user-store.ts';
import type { OpenContext } from '../../identity/caller/caller.ts';
import { findBackupCode, spendBackupCode } from '../../identity/credentials/backup-code-store.ts';
import { comparable, selectorsOf } from '../../identity/credentials/backup-codes.ts';
import { findTwoFactor, spendStep } from '../../identity/credentials/two-factor-store.ts';
import type { Config } from '../../platform/config/config.ts';
import { seal, unseal } from '../../platform/crypto/seal.ts';
import type { Db } from '../../platform/db/sql.ts';
import type { DataKeys } from '../../records/vault/data-keys.ts';

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

type TotpAttempt = { userId: string; sealedSecret: Buffer | null; code: string; now: Date };

/** The time step a code belongs to, if it is the current one or the one before or after. */
export function matchTotp(
  keys: DataKeys,
  { userId, sealedSecret, code, now }: TotpAttempt,
): number | undefined {
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

/** A right code, not yet spent. */
export type MatchedCode =
  | { kind: 'totp'; sealedSecret: Buffer; step: number }
  | { kind: 'backup_code'; codeId: string };

/** TOTP first, then the backup codes. Outside any transaction: a backup code costs a hash. */
export async function matchCode(
  { deps, origin }: OpenContext,
  user: UserRow,
  code: string,
): Promise<MatchedCode | undefined> {
  const state = await findTwoFactor(deps.sql, user.id);
  const sealedSecret = state?.twoFactorEnabled ? state.twoFactorSecret : null;
  const step = matchTotp(deps.dataKeys, { userId: user.id, sealedSecret, code, now: origin.now });
  if (sealedSecret && step !== undefined) return { kind: 'totp', sealedSecret, step };
  const candidate = await findBackupCode(deps.sql, user.id, selectorsOf(deps.dataKeys, user.id, code));
  if (!candidate) return undefined;
  const { given, hash } = comparable(deps.dataKeys, user.id, code, candidate);
  const matches = await deps.hasher.verify(given, hash);
  return matches ? { kind: 'backup_code', codeId: candidate.id } : undefined;
}

/** One conditional update: of any number of uses, one succeeds. */
export function spendCode(tx: Db, userId: string, matched: MatchedCode, now: Date): Promise<boolean> {
  return matched.kind === 'totp'
    ? spendStep(tx, userId, matched.sealedSecret, matched.step)
    : spendBackupCode(tx, matched.codeId, now);
}
