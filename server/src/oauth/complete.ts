import { completeLogin } from '../accounts/complete-login.ts';
import type { SessionGrant } from '../accounts/session-grant.ts';
import { record } from '../audit/record.ts';
import { createAccount, type Registration } from '../auth/create-account.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import type { RequestOrigin } from '../origin.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { isTaken, keepAccount } from './keep-account.ts';
import type { OAuthDeps } from './parts.ts';
import { spend, unspend } from './store.ts';
import type { Pending } from './tokens.ts';

type Input = Omit<Registration, 'email'>;
type CompleteRefusal = Refusal<
  | 'VALIDATION_FAILED'
  | 'PENDING_TOKEN_INVALID'
  | 'EMAIL_TAKEN'
  | 'USERNAME_TAKEN'
  | 'ALREADY_LINKED'
  | 'INVITE_INVALID'
  | 'INVITE_EMAIL_MISMATCH'
>;

/** An account for somebody a provider vouches for. A refused body leaves the token as it was. */
export async function completeRegistration(
  deps: OAuthDeps,
  pending: Pending,
  input: Input,
  origin: RequestOrigin,
): Promise<SessionGrant | CompleteRefusal> {
  if (!pending.profile.email || pending.link) return refuse('PENDING_TOKEN_INVALID');
  const registration = registrationOf(input, pending, pending.profile.email);
  if (isRefusal(registration)) return registration;
  try {
    return await transact(deps, (tx) => create(deps, tx, registration, pending, origin));
  } catch (error) {
    if (isTaken(error)) return refuse('ALREADY_LINKED');
    throw error;
  }
}

/** The choice made here counts before the invitation that the sign-in was started with. */
function registrationOf(
  input: Input,
  { profile, inviteToken }: Pending,
  email: string,
): Registration | Refusal<'VALIDATION_FAILED'> {
  const invite = input.inviteToken || (input.organizationName ? null : inviteToken);
  if (!invite && !input.organizationName) {
    const missing = ['Send exactly one of organizationName and inviteToken.'];
    return refuse('VALIDATION_FAILED', { details: { organizationName: missing, inviteToken: missing } });
  }
  const { username, firstName = profile.firstName, lastName = profile.lastName, organizationName } = input;
  return { email, username, firstName, lastName, organizationName, inviteToken: invite };
}

async function create(
  deps: OAuthDeps,
  tx: Db,
  registration: Registration,
  pending: Pending,
  origin: RequestOrigin,
): Promise<SessionGrant | CompleteRefusal> {
  const { provider } = pending;
  if (!(await spend(tx, pending.id, pending.expiresAt))) return refuse('PENDING_TOKEN_INVALID');
  const proof = { passwordHash: null, emailVerifiedAt: origin.now };
  const registered = await createAccount(tx, registration, proof, origin);
  if (isRefusal(registered)) {
    await unspend(tx, pending.id);
    return registered;
  }
  const { user } = registered;
  await keepAccount(deps, tx, user.id, pending, origin.now);
  const metadata = { provider };
  await record(tx, origin, { action: 'AUTH_OAUTH_REGISTRATION', user, metadata });
  await record(tx, origin, { action: 'AUTH_OAUTH_LOGIN_SUCCESS', user, metadata });
  return completeLogin({ deps, origin }, tx, user, { rememberMe: false, method: provider });
}
