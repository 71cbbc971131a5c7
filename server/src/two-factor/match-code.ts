import { findBackupCode, spendBackupCode } from '../accounts/backup-code-store.ts';
import { comparable, selectorsOf } from '../accounts/backup-codes.ts';
import { findTwoFactor, spendStep } from '../accounts/two-factor-store.ts';
import type { UserRow } from '../accounts/user-store.ts';
import type { OpenContext } from '../caller/caller.ts';
import type { Lane } from '../crypto/turns.ts';
import type { Db } from '../db/sql.ts';
import { matchTotp } from './totp.ts';

/** A right code, not yet spent. */
export type MatchedCode =
  | { kind: 'totp'; sealedSecret: Buffer; step: number }
  | { kind: 'backup_code'; codeId: string };

/** TOTP first, then the backup codes. Outside any transaction: a backup code costs a hash. */
export async function matchCode(
  { deps, origin }: OpenContext,
  user: UserRow,
  code: string,
  lane: Lane,
): Promise<MatchedCode | 'overloaded' | undefined> {
  const state = await findTwoFactor(deps.sql, user.id);
  const sealedSecret = state?.twoFactorEnabled ? state.twoFactorSecret : null;
  const step = matchTotp(deps.dataKeys, { userId: user.id, sealedSecret, code, now: origin.now });
  if (sealedSecret && step !== undefined) return { kind: 'totp', sealedSecret, step };
  const candidate = await findBackupCode(deps.sql, user.id, selectorsOf(deps.dataKeys, user.id, code));
  if (!candidate) return undefined;
  const { given, hash } = comparable(deps.dataKeys, user.id, code, candidate);
  const matches = await deps.hasher.verify(given, hash, lane);
  if (matches === undefined) return 'overloaded';
  return matches ? { kind: 'backup_code', codeId: candidate.id } : undefined;
}

/** One conditional update: of any number of uses, one succeeds. */
export function spendCode(tx: Db, userId: string, matched: MatchedCode, now: Date): Promise<boolean> {
  return matched.kind === 'totp'
    ? spendStep(tx, userId, matched.sealedSecret, matched.step)
    : spendBackupCode(tx, matched.codeId, now);
}
