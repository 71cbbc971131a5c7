import { findUser, findUserByEmail, type UserWithPassword } from '../../identity/accounts/user-store.ts';
import { addressOf } from '../../identity/attempts/attempt-store.ts';
import { guessSecret, right, wrong } from '../../identity/attempts/guess-secret.ts';
import type { AskingContext } from '../../identity/deps.ts';
import { asking, type HookRefusal, onceFor } from '../../identity/hooks/heed.ts';
import { refuseSignIn } from '../../identity/policies/system-methods.ts';
import { spend } from '../../identity/relying-party/spent-store.ts';
import { lockChecked } from '../../identity/sign-in/first-factor.ts';
import type { Db, Tx } from '../../platform/db/sql.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { markVerified } from '../auth/verify-email.ts';
import { getPendingOAuth, type PendingInput } from './complete-oauth.ts';
import type { OpenOAuthContext } from './oauth-deps.ts';
import {
  isAlreadyLinked,
  linkAccount,
  refuseProvider,
  type SignedIn,
  signInByProvider,
} from './sign-in-by-provider.ts';
import type { PendingIdentity } from './tokens.ts';

type LinkRefusal = Refusal<
  | 'PENDING_TOKEN_INVALID'
  | 'INVALID_CREDENTIALS'
  | 'PASSWORD_NOT_SET'
  | 'ACCOUNT_LOCKED'
  | 'ALREADY_LINKED'
  | 'OVERLOADED'
  | 'SIGN_IN_METHOD_NOT_ALLOWED'
  | 'SSO_REQUIRED'
>;

type Linked = { signedIn: SignedIn; pendingCookie: string };

/** Adds a way to sign in to an existing account, whose password proves whose it is. */
export function linkOAuth(
  context: OpenOAuthContext & AskingContext,
  input: PendingInput & { password: string },
): Promise<Linked | LinkRefusal | HookRefusal> {
  const matches = onceFor<boolean>();
  const check = (user: UserWithPassword) =>
    matches(`${user.id} ${user.passwordHash}`, () =>
      context.deps.hasher.verify(input.password, user.passwordHash),
    );
  return asking(context, (current) => linkOnce(current, input, check));
}

/** Whether the password is theirs. */
type Check = (user: UserWithPassword) => Promise<boolean>;

async function linkOnce(
  context: OpenOAuthContext,
  input: PendingInput,
  check: Check,
): Promise<Linked | LinkRefusal> {
  const { deps, origin } = context;
  const pending = await getPendingOAuth(context, input);
  if (isRefusal(pending)) return pending;
  const refused = await refuseSignIn(deps, pending.provider);
  if (refused) return refused;
  const user = await ownerOf(deps.sql, pending, origin.now);
  if (!user?.isActive) return refuse('PENDING_TOKEN_INVALID');
  if (user.passwordHash === null) return refuse('PASSWORD_NOT_SET');
  try {
    const signedIn = await linkByPassword(context, { user, pending, check });
    if (isRefusal(signedIn)) return signedIn;
    return { signedIn, pendingCookie: deps.oauth.pendingProofs.remove(input.pendingCookie, pending.id) };
  } catch (error) {
    if (isAlreadyLinked(error)) return refuse('ALREADY_LINKED');
    throw error;
  }
}

/** The user who was signed in when this started, or else the owner of the address the provider vouches for. */
async function ownerOf(
  db: Db,
  { link, profile }: PendingIdentity,
  now: Date,
): Promise<UserWithPassword | undefined> {
  if (link) return findUser(db, link, now);
  return profile.email ? findUserByEmail(db, profile.email, now) : undefined;
}

function linkByPassword(
  context: OpenOAuthContext,
  { user, pending, check }: { user: UserWithPassword; pending: PendingIdentity; check: Check },
): Promise<SignedIn | LinkRefusal> {
  return guessSecret(context, {
    subject: addressOf(user),
    refusal: 'INVALID_CREDENTIALS',
    audit: { action: 'AUTH_OAUTH_LOGIN_FAILED', metadata: { provider: pending.provider } },
    async check() {
      return (await check(user)) ? right(user) : wrong('wrong_password');
    },
    allow: (tx, checked) => linkChecked(context, tx, checked, pending),
  });
}

async function linkChecked(
  context: OpenOAuthContext,
  tx: Tx,
  checked: UserWithPassword,
  pending: PendingIdentity,
): Promise<SignedIn | Refusal<'INVALID_CREDENTIALS' | 'PENDING_TOKEN_INVALID' | 'SSO_REQUIRED'>> {
  const { origin } = context;
  const user = await lockChecked(tx, checked, origin.now);
  if (!user) return refuse('INVALID_CREDENTIALS');
  // Before anything is linked: it would open nothing.
  const refused = await refuseProvider(context, tx, user, pending.provider);
  if (refused) return refused;
  if (!(await spend(tx, pending.id, pending.expiresAt))) return refuse('PENDING_TOKEN_INVALID');
  await linkAccount(context, tx, user.id, pending);
  const { provider, profile } = pending;
  const metadata = { provider, email: profile.email };
  await record(tx, origin, { action: 'AUTH_OAUTH_ACCOUNT_LINKED', user, metadata });
  if (profile.email === user.email) await markVerified(tx, user, origin);
  const verified = await findUser(tx, user.id, origin.now);
  return signInByProvider(context, tx, verified ?? user, provider);
}
