import { findSigningIn, type UserWithPassword } from '../../identity/accounts/user-store.ts';
import { checkPassword, guessSecret, whyNot, wrong } from '../../identity/attempts/guess-secret.ts';
import type { OpenContext } from '../../identity/caller/caller.ts';
import type { AskingContext } from '../../identity/deps.ts';
import { asking, type HookRefusal, onceFor } from '../../identity/hooks/heed.ts';
import { refuseUnlisted } from '../../identity/policies/system-methods.ts';
import type { LoginGrant } from '../../identity/sign-in/complete-login.ts';
import { type PendingLogin, passPassword } from '../../identity/sign-in/first-factor.ts';
import type { Refusal } from '../../platform/refusal.ts';

type LoginInput = { email: string; password: string; rememberMe?: boolean | undefined };
type LoginRefusal = Refusal<
  'INVALID_CREDENTIALS' | 'ACCOUNT_LOCKED' | 'OVERLOADED' | 'SIGN_IN_METHOD_NOT_ALLOWED' | 'SSO_REQUIRED'
>;

export function login(
  context: AskingContext,
  input: LoginInput,
): Promise<LoginGrant | PendingLogin | LoginRefusal | HookRefusal> {
  const checked = onceFor<Awaited<Checking>>();
  return asking(context, (current) =>
    loginOnce(current, input, (user) =>
      checked(`${user?.id} ${user?.passwordHash}`, () =>
        checkPassword(current, { user, password: input.password }),
      ),
    ),
  );
}

type Checking = ReturnType<typeof checkPassword>;
type Check = (user: UserWithPassword | undefined) => Checking;

async function loginOnce(
  context: OpenContext,
  { email, rememberMe = false }: LoginInput,
  check: Check,
): Promise<LoginGrant | PendingLogin | LoginRefusal> {
  const { deps, origin } = context;
  const { methods, user } = await findSigningIn(deps.sql, email, origin.now);
  const refused = await refuseUnlisted(deps, 'password', methods);
  if (refused) return refused;
  return guessSecret(context, {
    subject: { kind: 'address', email, user },
    refusal: 'INVALID_CREDENTIALS',
    audit: { action: 'AUTH_LOGIN_FAILURE', metadata: user ? {} : { email } },
    check: () => check(user),
    async allow(tx, checked) {
      const options = { rememberMe, method: 'password' };
      return (await passPassword(context, tx, checked, options)) ?? wrong(whyNot(checked));
    },
  });
}
