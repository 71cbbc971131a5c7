import type { Caller } from '../caller/caller.ts';
import { isAdmin } from '../caller/policy.ts';

/** Whoever is ADMIN, by his role or by a further one, keeps two-factor. */
export function mayDisable(caller: Caller): boolean {
  return !isAdmin(caller);
}

/** Nobody resets his own: that would be disabling it without a code. */
export function mayReset(admin: Caller, targetId: string): boolean {
  return admin.user.id !== targetId;
}
