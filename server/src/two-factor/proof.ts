import type { Db } from '../db/sql.ts';
import type { Deps } from '../deps.ts';
import { findBackupCode, spendBackupCode } from './backup-code-store.ts';
import { selectorOf } from './backup-codes.ts';
import { findTwoFactor, spendStep } from './store.ts';
import { matchTotp } from './totp.ts';

/** A right code, not yet spent. */
export type Proof =
  | { kind: 'totp'; sealedSecret: Buffer; step: number }
  | { kind: 'backup_code'; codeId: string };

/** TOTP first, then the backup codes. Outside any transaction: a backup code costs a hash. */
export async function matchCode(
  deps: Deps,
  userId: string,
  code: string,
  now: Date,
): Promise<Proof | 'overloaded' | undefined> {
  const sealedSecret = (await findTwoFactor(deps.sql, userId))?.twoFactorSecret;
  const step = sealedSecret ? matchTotp(deps.config, userId, sealedSecret, code, now) : undefined;
  if (sealedSecret && step !== undefined) return { kind: 'totp', sealedSecret, step };
  const candidate = await findBackupCode(deps.sql, userId, selectorOf(deps.config, userId, code));
  if (!candidate) return undefined;
  const matches = await deps.hasher.verify(code, candidate.codeHash);
  if (matches === undefined) return 'overloaded';
  return matches ? { kind: 'backup_code', codeId: candidate.id } : undefined;
}

/** One conditional update: of any number of uses, one succeeds. */
export function spendProof(tx: Db, userId: string, proof: Proof, now: Date): Promise<boolean> {
  return proof.kind === 'totp'
    ? spendStep(tx, userId, proof.sealedSecret, proof.step)
    : spendBackupCode(tx, proof.codeId, now);
}
