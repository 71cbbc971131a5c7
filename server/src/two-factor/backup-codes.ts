import { createHmac, randomBytes } from 'node:crypto';
import { backupCodeCount } from '@latchkey/contract';
import type { Config } from '../config.ts';
import { deriveKey } from '../crypto/seal.ts';
import type { Deps } from '../deps.ts';

// Thirty-two characters, so that five random bits choose one evenly. No I, O, 0 or 1: they are misread.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const codeLength = 8;

export type HashedCode = { selector: Buffer; codeHash: string };

/** Ten codes to show once, and what is kept of them. Undefined when there is no room for ten hashes. */
export async function newBackupCodes(
  deps: Deps,
  userId: string,
): Promise<{ shown: string[]; kept: HashedCode[] } | undefined> {
  const codes = new Set<string>();
  while (codes.size < backupCodeCount) codes.add(newCode());
  const kept = await Promise.all(
    [...codes].map(async (code) => ({
      selector: selectorOf(deps.config, userId, code),
      codeHash: await deps.hasher.hash(code),
    })),
  );
  return kept.every(isHashed) ? { shown: [...codes].map(inGroups), kept } : undefined;
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

function isHashed(code: { selector: Buffer; codeHash: string | undefined }): code is HashedCode {
  return code.codeHash !== undefined;
}
