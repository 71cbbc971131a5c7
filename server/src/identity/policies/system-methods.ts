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
  const scope = { organizationId: null };
  const system = await findPolicy(sql, scope);
  if (!system?.signInMethods || system.signInMethods.includes(method)) return undefined;
  const hasConnection = await findConnectionUse(sql, scope);
  const methods = effectivePolicyOf(config, { system, hasConnection }).signInMethods ?? [];
  return refuse('SIGN_IN_METHOD_NOT_ALLOWED', { details: { methods } });
}
