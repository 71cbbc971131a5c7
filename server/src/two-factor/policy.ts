import { mustHaveTwoFactor } from '../accounts/second-factor.ts';
import { type Caller, isOwn, type SystemCaller } from '../caller/caller.ts';

export function mayDisable(caller: Caller): boolean {
  return !mustHaveTwoFactor(caller);
}

/** Nobody resets their own: that would be disabling it without a code. */
export function mayReset(caller: Caller | SystemCaller, targetId: string): boolean {
  return caller.kind === 'system' || !isOwn(caller, targetId);
}
