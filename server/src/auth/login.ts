import type { LoginGrant } from '../accounts/complete-login.ts';
import { guessSecret, right, wrong } from '../accounts/guess-secret.ts';
import { laneOf, overloaded } from '../accounts/lane.ts';
import { type PendingLogin, passPassword } from '../accounts/pass-first-factor.ts';
import { findUserByEmail, type UserWithPassword } from '../accounts/user-store.ts';
import type { OpenContext } from '../caller/caller.ts';
import type { Refusal } from '../refusal.ts';

type LoginInput = { email: string; password: string; rememberMe?: boolean | undefined };
type LoginRefusal = Refusal<'INVALID_CREDENTIALS' | 'ACCOUNT_LOCKED' | 'OVERLOADED'>;

export async function login(
  context: OpenContext,
  { email, password, rememberMe = false }: LoginInput,
): Promise<LoginGrant | PendingLogin | LoginRefusal> {
  const { deps, origin } = context;
  const user = await findUserByEmail(deps.sql, email, origin.now);
  return guessSecret(context, {
    subject: { kind: 'address', email, user },
    refusal: 'INVALID_CREDENTIALS',
    audit: { action: 'AUTH_LOGIN_FAILURE', metadata: user ? {} : { email } },
    // Unknown addresses cost the same: a dummy is checked instead.
    async check() {
      const lane = laneOf('sign-in', email, origin);
      const checked = await deps.hasher.check(password, user?.passwordHash ?? null, lane);
      if (!checked) return overloaded(deps, lane);
      const { matches, upgrade } = checked;
      return matches && user?.isActive ? right({ ...user, upgrade }) : wrong(reasonOf(user));
    },
    async allow(tx, checked) {
      const options = { rememberMe, method: 'password' };
      return (await passPassword(context, tx, checked, options)) ?? wrong(reasonOf(checked));
    },
  });
}

/** The reason, for the audit trail only: every caller gets the same answer. */
function reasonOf(user: UserWithPassword | undefined): string {
  if (!user) return 'unknown_email';
  if (!user.isActive) return 'inactive';
  return user.passwordHash ? 'wrong_password' : 'no_password';
}
