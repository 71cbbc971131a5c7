import type { Caller } from '../caller/caller.ts';
import { mustHaveTwoFactor } from '../caller/policy.ts';

export function mayDisable(caller: Caller): boolean {
  return !mustHaveTwoFactor(caller);
}

/** Nobody resets his own: that would be disabling it without a code. */
export function mayReset(admin: Caller, targetId: string): boolean {
  return admin.user.id !== targetId;
}
