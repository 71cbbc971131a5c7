import type { Deps } from '../../identity/deps.ts';
import { isBreachCheckAsked } from '../../identity/policies/joining-store.ts';

/** A policy that was set while the check was on keeps its wish, but nothing fulfills it. */
export async function warnOfUncheckedBreaches({ sql, config, log }: Deps): Promise<void> {
  if (config.passwordBreachCheck.by !== 'off' || !(await isBreachCheckAsked(sql))) return;
  log.warn('a policy asks for a check against breached passwords, but PASSWORD_BREACH_CHECK is off');
}
