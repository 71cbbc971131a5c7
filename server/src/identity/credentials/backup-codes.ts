import { createHmac, randomBytes } from 'node:crypto';
import { backupCodeCount } from '@latchkey/contract';
import type { DataKeys } from '../../records/vault/data-keys.ts';
import type { Deps } from '../deps.ts';
import type { FoundCode, HashedCode } from './backup-code-store.ts';

// Thirty-two characters, so five random bits pick one evenly. No I, O, 0 or 1: they are easily misread.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const codeLength = 8;

export const backupCodePurposes = { mac: 'backup-code', selector: 'backup-code-selector' };

// Earlier versions hashed the code itself: those hashes begin with a dollar sign.
const keyed = 'hmac:';

/** Ten codes to show once, and what to store for them. */
export async function newBackupCodes(
  { dataKeys, hasher }: Deps,
  userId: string,
): Promise<{ shown: string[]; kept: HashedCode[] }> {
  const codes = new Set<string>();
  while (codes.size < backupCodeCount) codes.add(newCode());
  const [macKey] = dataKeys.of(backupCodePurposes.mac);
  const [selectorKey] = dataKeys.of(backupCodePurposes.selector);
  const given = [...codes].map((code) => macOf(macKey, userId, code).toString('base64url'));
  const hashes = await hasher.hashCodes(given);
  const kept = [...codes].map((code, nth) => ({
    selector: macOf(selectorKey, userId, code),
    codeHash: keyed + hashes[nth],
  }));
  return { shown: [...codes].map(inGroups), kept };
}

/** What bcrypt compares: the code's HMAC, or the code itself if an earlier version stored it. */
export function comparable(
  keys: DataKeys,
  userId: string,
  code: string,
  { selector, codeHash }: FoundCode,
): { given: string; hash: string } {
  if (!codeHash.startsWith(keyed)) return { given: code, hash: codeHash };
  // The nth key for one purpose belongs with the nth for the other.
  const nth = selectorsOf(keys, userId, code).findIndex((each) => each.equals(selector));
  const ring = keys.of(backupCodePurposes.mac);
  const given = macOf(ring[nth] ?? ring[0], userId, code).toString('base64url');
  return { given, hash: codeHash.slice(keyed.length) };
}

/** A hash of this can be cheap: without the key, it can't be guessed. */
function macOf(key: Buffer, userId: string, code: string): Buffer {
  return createHmac('sha256', key).update(`${userId}:${code}`).digest();
}

/**
 * They find the one row a code can belong to, so trying it costs one hash. They reveal nothing without the
 * key.
 */
export function selectorsOf(keys: DataKeys, userId: string, code: string): Buffer[] {
  return keys.of(backupCodePurposes.selector).map((key) => macOf(key, userId, code));
}

function newCode(): string {
  return Array.from(randomBytes(codeLength), (byte) => alphabet[byte % alphabet.length]).join('');
}

function inGroups(code: string): string {
  return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`;
}
