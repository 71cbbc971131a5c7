import { createHmac, randomBytes } from 'node:crypto';
import { backupCodeCount } from '@latchkey/contract';
import type { HashedCode } from '../accounts/backup-code-store.ts';
import type { Config } from '../config.ts';
import { deriveKey } from '../crypto/seal.ts';
import type { Lane } from '../crypto/turns.ts';
import type { Deps } from '../deps.ts';

// Thirty-two characters, so that five random bits choose one evenly. No I, O, 0 or 1: they are misread.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const codeLength = 8;

// Codes of earlier builds were hashed as they are: theirs begin with a dollar sign.
const keyed = 'hmac:';

/** Ten codes to show once, and what is kept of them. Undefined when there is no time to hash them. */
export async function newBackupCodes(
  { config, hasher }: Deps,
  userId: string,
  lane: Lane,
): Promise<{ shown: string[]; kept: HashedCode[] } | undefined> {
  const codes = new Set<string>();
  while (codes.size < backupCodeCount) codes.add(newCode());
  const given = [...codes].map((code) => macOf(config, userId, code));
  const hashes = await hasher.hashCodes(given, lane);
  if (!hashes) return undefined;
  const kept = [...codes].map((code, nth) => ({
    selector: selectorOf(config, userId, code),
    codeHash: keyed + hashes[nth],
  }));
  return { shown: [...codes].map(inGroups), kept };
}

/** What bcrypt is to compare: the code under the key, or by itself where an earlier build has stored it. */
export function comparable(
  config: Config,
  userId: string,
  code: string,
  stored: string,
): { given: string; hash: string } {
  if (!stored.startsWith(keyed)) return { given: code, hash: stored };
  return { given: macOf(config, userId, code), hash: stored.slice(keyed.length) };
}

/** A hash of this can be cheap: without the key there is nothing to guess by. */
function macOf(config: Config, userId: string, code: string): string {
  const key = deriveKey(config.secrets.session, 'backup-code');
  return createHmac('sha256', key).update(`${userId}:${code}`).digest('base64url');
}

/** Finds the one row a code can belong to, so that trying it costs one hash. Tells nothing without the key. */
export function selectorOf(config: Config, userId: string, code: string): Buffer {
  const key = deriveKey(config.secrets.session, 'backup-code-selector');
  return createHmac('sha256', key).update(`${userId}:${code}`).digest();
}

function newCode(): string {
  return Array.from(randomBytes(codeLength), (byte) => alphabet[byte % alphabet.length]).join('');
}

function inGroups(code: string): string {
  return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`;
}
