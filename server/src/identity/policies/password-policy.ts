import { isBreached } from '../../platform/outbound/breached-passwords.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { Deps } from '../deps.ts';
import type { PasswordRules } from './joining-store.ts';

export type PasswordPolicyRefusal = Refusal<'PASSWORD_TOO_WEAK' | 'PASSWORD_BREACHED'>;

/** Judges a new password. Outside any transaction: both checks may take a while. */
export async function refusePassword(
  deps: Deps,
  password: string,
  { strength, breachCheck }: PasswordRules,
): Promise<PasswordPolicyRefusal | undefined> {
  if (strength > 0 && (await deps.passwordStrength.score(password)) < strength)
    return refuse('PASSWORD_TOO_WEAK', { details: { password: ['Is too easy to guess.'] } });
  if (breachCheck && (await isKnown(deps, password)))
    return refuse('PASSWORD_BREACHED', { details: { password: ['Is known from a data breach.'] } });
  return undefined;
}

/** A check that can't be made lets passwords pass: otherwise, an outage elsewhere would keep people from setting one. */
async function isKnown({ config, metrics, log }: Deps, password: string): Promise<boolean> {
  try {
    return await isBreached(config.passwordBreachCheck, password);
  } catch (error) {
    metrics.breachCheckFailOpen.inc();
    log.warn({ err: error }, 'could not check a password against breaches; it was accepted');
    return false;
  }
}
