import { type PendingLogin, passPassword } from '../accounts/first-factor.ts';
import type { SessionGrant } from '../accounts/grant.ts';
import { guessSecret, right, wrong } from '../accounts/guess-secret.ts';
import { laneOf, overloaded } from '../accounts/lane.ts';
import { findUserByEmail, type UserWithPassword } from '../accounts/user-store.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import type { Refusal } from '../refusal.ts';

type LoginInput = { email: string; password: string; rememberMe?: boolean | undefined };
type LoginRefusal = Refusal<'INVALID_CREDENTIALS' | 'ACCOUNT_LOCKED' | 'OVERLOADED'>;

export async function login(
  deps: Deps,
  input: LoginInput,
  origin: RequestOrigin,
): Promise<SessionGrant | PendingLogin | LoginRefusal> {
  const { email, password, rememberMe = false } = input;
  const user = await findUserByEmail(deps.sql, email, origin.now);
  return guessSecret(
    deps,
    {
      subject: { kind: 'address', email, user },
      refusal: 'INVALID_CREDENTIALS',
      audit: { action: 'AUTH_LOGIN_FAILURE', metadata: user ? {} : { email } },
      // Unknown addresses spend the same on a dummy.
      async check() {
        const lane = laneOf('sign-in', email, origin);
        const matches = await deps.hasher.verify(password, user?.passwordHash ?? null, lane);
        if (matches === undefined) return overloaded(deps, lane);
        return matches && user?.isActive ? right(user) : wrong(reasonOf(user));
      },
      async allow(tx, checked) {
        const options = { rememberMe, method: 'password' };
        return (await passPassword(deps, tx, checked, options, origin)) ?? wrong(reasonOf(checked));
      },
    },
    origin,
  );
}

/** Why, for the audit trail only: callers read one and the same answer. */
function reasonOf(user: UserWithPassword | undefined): string {
  if (!user) return 'unknown_email';
  if (!user.isActive) return 'inactive';
  return user.passwordHash ? 'wrong_password' : 'no_password';
}
