import { lifetimes, type ProofMethod } from '@latchkey/contract';
import type { Config } from '../../platform/config/config.ts';
import type { ProofRow } from './proof-store.ts';

/** `minutes`: what a policy asks for; null: as long as a proof ever counts. */
export function isRecent(
  { provenAt }: Pick<ProofRow, 'provenAt'>,
  now: Date,
  minutes: number | null = null,
): boolean {
  const recentMs = (minutes ?? lifetimes.recentProofMinutes) * 60_000;
  return provenAt !== null && now.getTime() - provenAt.getTime() <= recentMs;
}

/** What this user can confirm with here. Someone who has none of these signs in again. */
export function methodsOf(
  { passkeyDomain }: Pick<Config, 'passkeyDomain'>,
  { password, totp, backupCode, passkey }: ProofRow,
): ProofMethod[] {
  const methods: ProofMethod[] = [];
  if (password) methods.push('password');
  if (totp) methods.push('totp');
  if (backupCode) methods.push('backup_code');
  if (passkey && passkeyDomain !== null) methods.push('passkey');
  return methods.length > 0 ? methods : ['sign_in'];
}
