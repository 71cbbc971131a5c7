import type { Refusal } from '../../platform/refusal.ts';
import type { UserWithPassword } from '../accounts/user-store.ts';
import type { OpenContext } from '../deps.ts';
import { laneOf, overloaded, type Right, right, type Wrong, wrong } from './guess-secret.ts';

/** A user whose password was right; `upgrade` is a new hash of it to store. */
export type CheckedUser = UserWithPassword & { upgrade?: string | undefined };

/** For `guessSecret`. An unknown address costs the same: a dummy is checked instead. */
export async function checkPassword(
  { deps, origin }: OpenContext,
  { email, user, password }: { email: string; user: UserWithPassword | undefined; password: string },
): Promise<Right<CheckedUser> | Wrong | Refusal<'OVERLOADED'>> {
  const lane = laneOf('sign-in', email, origin);
  const checked = await deps.hasher.check(password, user?.passwordHash ?? null, lane);
  if (!checked) return overloaded(deps, lane);
  const { matches, upgrade } = checked;
  return matches && user?.isActive ? right({ ...user, upgrade }) : wrong(whyNot(user));
}

/** For the audit trail only: every caller gets the same answer. */
export function whyNot(user: UserWithPassword | undefined): string {
  if (!user) return 'unknown_email';
  if (!user.isActive) return 'inactive';
  return user.passwordHash ? 'wrong_password' : 'no_password';
}
