import { hashNewPassword, inOneChain } from '../accounts/change-password.ts';
import { guessSecret, right, wrong } from '../accounts/guess-secret.ts';
import { laneOf, overloaded } from '../accounts/lane.ts';
import type { UserWithPassword } from '../accounts/user-store.ts';
import type { OpenContext } from '../caller/caller.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';

export type PasswordRefusal = Refusal<
  'VALIDATION_FAILED' | 'CURRENT_PASSWORD_WRONG' | 'PASSWORD_REUSED' | 'ACCOUNT_LOCKED' | 'OVERLOADED'
>;

type Change<Done> = {
  password: string;
  currentPassword: string | undefined;
  /** In the transaction that settles the attempt at the current password. */
  save(tx: Db, passwordHash: string): Promise<Done>;
};

/** Sets one's own new password, once the current one is proven. An account without one sets its first. */
export async function changeOwnPassword<Done>(
  context: OpenContext,
  user: UserWithPassword,
  { password, currentPassword, save }: Change<Done>,
): Promise<Done | PasswordRefusal> {
  const { deps, origin } = context;
  const lane = laneOf('session', user.id, origin);
  const newHash = () => hashNewPassword(deps, user.id, password, lane);
  if (user.passwordHash === null) {
    const passwordHash = await inOneChain(deps, user.id, lane, newHash);
    return isRefusal(passwordHash) ? passwordHash : transact(deps, (tx) => save(tx, passwordHash));
  }
  if (currentPassword === undefined)
    return refuse('VALIDATION_FAILED', { details: { currentPassword: ['Required.'] } });
  return guessSecret(context, {
    // A stolen session must not be a way to guess the password.
    subject: { kind: 'session', user },
    refusal: 'CURRENT_PASSWORD_WRONG',
    audit: { action: 'AUTH_LOGIN_FAILURE', metadata: { during: 'password_change' } },
    // Otherwise somebody with the session and the password could start over between guesses of a code.
    clears: !user.twoFactorEnabled,
    check: () =>
      inOneChain(deps, user.id, lane, async () => {
        const matches = await deps.hasher.verify(currentPassword, user.passwordHash, lane);
        if (matches === undefined) return overloaded(deps, lane);
        if (!matches) return wrong('wrong_current_password');
        const passwordHash = await newHash();
        return isRefusal(passwordHash) ? passwordHash : right(passwordHash);
      }),
    allow: save,
  });
}
