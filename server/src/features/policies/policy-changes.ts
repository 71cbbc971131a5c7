import { type Policy, signInMethods, unsetPolicy } from '@latchkey/contract';
import type { PolicyRow } from '../../identity/policies/policy-store.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';

export const policyFields = Object.keys(unsetPolicy) as (keyof Policy)[];

/** The policy in a row, or one that asks for nothing. */
export function policyIn(row: PolicyRow | undefined): Policy {
  if (!row) return unsetPolicy;
  return Object.fromEntries(policyFields.map((field) => [field, row[field]])) as Policy;
}

/** Names of providers depend on the configuration, and so does whether breaches can be checked. */
export function refuseAsked(
  { knownProviders, passwordBreachCheck }: Pick<Config, 'knownProviders' | 'passwordBreachCheck'>,
  before: Policy,
  asked: { signInMethods?: string[] | null | undefined; passwordBreachCheck?: boolean | undefined },
): Refusal<'VALIDATION_FAILED' | 'BREACH_CHECK_NOT_AVAILABLE'> | undefined {
  const known: readonly string[] = [...signInMethods, ...knownProviders];
  const unknown = asked.signInMethods?.find((method) => !known.includes(method));
  if (unknown !== undefined)
    return refuse('VALIDATION_FAILED', { details: { policy: [`Unknown sign-in method: ${unknown}.`] } });
  const isNew = asked.passwordBreachCheck === true && !before.passwordBreachCheck;
  return isNew && passwordBreachCheck.by === 'off' ? refuse('BREACH_CHECK_NOT_AVAILABLE') : undefined;
}
