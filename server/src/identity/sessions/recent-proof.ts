import { lifetimes, type ProofMethod } from '@latchkey/contract';
import type { Config } from '../../platform/config/config.ts';
import type { ProofRow } from './proof-store.ts';

/** `minutes`: what a policy asks for; null: as long as a proof ever counts. */
export function isRecent(provenAt: Date | null, now: Date, minutes: number | null = null): boolean {
  const recentMs = (minutes ?? lifetimes.recentProofMinutes) * 60_000;
  return provenAt !== null && now.getTime() - provenAt.getTime() <= recentMs;
}

type Factors = Pick<ProofRow, 'password' | 'totp' | 'backupCode' | 'passkey'>;

function factorsOf(
  { passkeyDomain }: Pick<Config, 'passkeyDomain'>,
  { password, totp, backupCode, passkey }: Factors,
): ProofMethod[] {
  const methods: ProofMethod[] = [];
  if (password) methods.push('password');
  if (totp) methods.push('totp');
  if (backupCode) methods.push('backup_code');
  if (passkey && passkeyDomain !== null) methods.push('passkey');
  return methods;
}

/** What this user can confirm with here. Someone who has none of these signs in again. */
export function methodsOf(rules: Pick<Config, 'passkeyDomain'>, proof: ProofRow): ProofMethod[] {
  const methods = factorsOf(rules, proof);
  return methods.length > 0 ? methods : ['sign_in'];
}

/**
 * The same without what an organization's identity provider may have set up. Someone who has none of these, nor a provider
 * of their own to sign in with again, gets a password by a reset link.
 */
export function ownMethodsOf(
  rules: Pick<Config, 'passkeyDomain' | 'providers'>,
  proof: ProofRow,
): ProofMethod[] {
  const own = proof.isFactorOwn ? proof : { ...proof, totp: false, backupCode: false };
  const methods = factorsOf(rules, own);
  const hasProvider = rules.providers.some(({ name }) => proof.providers.includes(name));
  return methods.length === 0 && hasProvider ? ['sign_in'] : methods;
}

/** Whether they have neither password, passkey nor provider. */
export function hasNothingOwn({ password, hasPasskeys, providers }: ProofRow): boolean {
  return !password && !hasPasskeys && providers.length === 0;
}
