import { unsetPolicy } from '@latchkey/contract';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { Deps } from '../deps.ts';
import { effectivePolicyOf } from './effective-policy.ts';
import { findConnectionUse, findPolicy } from './policy-store.ts';

/**
 * Refuses a way of signing in, or of registering, that the service's policy doesn't allow. Asked before any account is
 * looked up, so the answer tells nothing about one.
 */
export async function refuseSignIn(
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  method: string,
): Promise<Refusal<'SIGN_IN_METHOD_NOT_ALLOWED'> | undefined> {
  const system = await findPolicy(sql, { organizationId: null });
  return refuseUnlisted({ sql, config }, method, system?.signInMethods ?? null);
}

/** The same if the policy's list was read already. Null: all are allowed. */
export async function refuseUnlisted(
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  method: string,
  allowed: string[] | null,
): Promise<Refusal<'SIGN_IN_METHOD_NOT_ALLOWED'> | undefined> {
  if (!allowed || allowed.includes(method)) return undefined;
  const hasConnection = await findConnectionUse(sql, { organizationId: null });
  const system = { ...unsetPolicy, signInMethods: allowed };
  const methods = effectivePolicyOf(config, { system, hasConnection }).signInMethods ?? [];
  return refuse('SIGN_IN_METHOD_NOT_ALLOWED', { details: { methods } });
}
