import { addressOf } from '../accounts/attempt-store.ts';
import { guessSecret, right, wrong } from '../accounts/guess-secret.ts';
import { laneOf, overloaded } from '../accounts/lane.ts';
import { findUser, findUserByEmail, lockUser, type UserWithPassword } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import { markVerified } from '../auth/mark-verified.ts';
import type { Db } from '../db/sql.ts';
import type { RequestOrigin } from '../origin.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { isTaken, keepAccount } from './keep-account.ts';
import type { OAuthDeps } from './parts.ts';
import { passProvider, type SignedIn } from './sign-in.ts';
import { spend } from './store.ts';
import type { Pending } from './tokens.ts';

type LinkRefusal = Refusal<
  | 'PENDING_TOKEN_INVALID'
  | 'INVALID_CREDENTIALS'
  | 'PASSWORD_NOT_SET'
  | 'ACCOUNT_LOCKED'
  | 'ALREADY_LINKED'
  | 'OVERLOADED'
>;

/** An existing account gets a further way in, and its password is what proves whose it is. */
export async function linkProvider(
  deps: OAuthDeps,
  pending: Pending,
  password: string,
  origin: RequestOrigin,
): Promise<SignedIn | LinkRefusal> {
  const user = await ownerOf(deps.sql, pending, origin.now);
  if (!user?.isActive) return refuse('PENDING_TOKEN_INVALID');
  if (user.passwordHash === null) return refuse('PASSWORD_NOT_SET');
  try {
    return await guessSecret(
      { deps, origin },
      {
        subject: addressOf(user),
        refusal: 'INVALID_CREDENTIALS',
        audit: { action: 'AUTH_OAUTH_LOGIN_FAILED', metadata: { provider: pending.provider } },
        async check() {
          const lane = laneOf('sign-in', user.email, origin);
          const matches = await deps.hasher.verify(password, user.passwordHash, lane);
          if (matches === undefined) return overloaded(deps, lane);
          return matches ? right(user) : wrong('wrong_password');
        },
        allow: (tx, checked) => settle(deps, tx, { checked, pending }, origin),
      },
    );
  } catch (error) {
    if (isTaken(error)) return refuse('ALREADY_LINKED');
    throw error;
  }
}

/** Who started this signed in, or else the owner of the address that the provider vouches for. */
async function ownerOf(db: Db, { link, profile }: Pending, now: Date): Promise<UserWithPassword | undefined> {
  if (link) return findUser(db, link, now);
  return profile.email ? findUserByEmail(db, profile.email, now) : undefined;
}

async function settle(
  deps: OAuthDeps,
  tx: Db,
  { checked, pending }: { checked: UserWithPassword; pending: Pending },
  origin: RequestOrigin,
): Promise<SignedIn | Refusal<'INVALID_CREDENTIALS' | 'PENDING_TOKEN_INVALID'>> {
  const user = await lockUser(tx, checked.id, origin.now);
  if (!user?.isActive || user.passwordHash !== checked.passwordHash) return refuse('INVALID_CREDENTIALS');
  if (!(await spend(tx, pending.id, pending.expiresAt))) return refuse('PENDING_TOKEN_INVALID');
  await keepAccount(deps, tx, user.id, pending, origin.now);
  const { provider, profile } = pending;
  const metadata = { provider, email: profile.email };
  await record(tx, origin, { action: 'AUTH_OAUTH_ACCOUNT_LINKED', user, metadata });
  if (profile.email === user.email) await markVerified(tx, user, origin);
  const verified = await findUser(tx, user.id, origin.now);
  return passProvider(deps, tx, verified ?? user, provider, origin);
}
