import { completeLogin, type LoginGrant } from '../accounts/complete-login.ts';
import { record } from '../audit/record.ts';
import { createAccount, type Registration } from '../auth/create-account.ts';
import type { Tx } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { getPendingOAuth, type PendingInput } from './get-pending-oauth.ts';
import { isAlreadyLinked, linkAccount } from './link-account.ts';
import type { OpenOAuthContext } from './parts.ts';
import { spend, unspend } from './store.ts';
import type { Pending } from './tokens.ts';

type Choices = Omit<Registration, 'email'>;
type CompleteRefusal = Refusal<
  | 'VALIDATION_FAILED'
  | 'PENDING_TOKEN_INVALID'
  | 'EMAIL_TAKEN'
  | 'USERNAME_TAKEN'
  | 'ALREADY_LINKED'
  | 'INVITE_INVALID'
  | 'INVITE_EMAIL_MISMATCH'
>;

/** Creates an account for someone a provider vouches for. A refused body leaves the token as it was. */
export async function completeOAuth(
  context: OpenOAuthContext,
  input: PendingInput & Choices,
): Promise<{ grant: LoginGrant; pendingCookie: string } | CompleteRefusal> {
  const { deps } = context;
  const pending = await getPendingOAuth(context, input);
  if (isRefusal(pending)) return pending;
  if (!pending.profile.email || pending.link) return refuse('PENDING_TOKEN_INVALID');
  const registration = registrationOf(input, pending, pending.profile.email);
  if (isRefusal(registration)) return registration;
  try {
    const grant = await transact(deps, (tx) => createLinked(context, tx, registration, pending));
    if (isRefusal(grant)) return grant;
    return { grant, pendingCookie: deps.oauth.pendingProofs.remove(input.pendingCookie, pending.id) };
  } catch (error) {
    if (isAlreadyLinked(error)) return refuse('ALREADY_LINKED');
    throw error;
  }
}

/** The choice made here overrides the invitation the sign-in was started with. */
function registrationOf(
  choices: Choices,
  { profile, inviteToken }: Pending,
  email: string,
): Registration | Refusal<'VALIDATION_FAILED'> {
  const invite = choices.inviteToken || (choices.organizationName ? null : inviteToken);
  if (!invite && !choices.organizationName) {
    const missing = ['Send exactly one of organizationName and inviteToken.'];
    return refuse('VALIDATION_FAILED', { details: { organizationName: missing, inviteToken: missing } });
  }
  const { username, firstName = profile.firstName, lastName = profile.lastName, organizationName } = choices;
  return { email, username, firstName, lastName, organizationName, inviteToken: invite };
}

async function createLinked(
  context: OpenOAuthContext,
  tx: Tx,
  registration: Registration,
  pending: Pending,
): Promise<LoginGrant | CompleteRefusal> {
  const { origin } = context;
  const { provider } = pending;
  if (!(await spend(tx, pending.id, pending.expiresAt))) return refuse('PENDING_TOKEN_INVALID');
  const proof = { passwordHash: null, emailVerifiedAt: origin.now };
  const registered = await createAccount(tx, registration, proof, origin);
  if (isRefusal(registered)) {
    await unspend(tx, pending.id);
    return registered;
  }
  const { user } = registered;
  await linkAccount(context, tx, user.id, pending);
  const metadata = { provider };
  await record(tx, origin, { action: 'AUTH_OAUTH_REGISTRATION', user, metadata });
  await record(tx, origin, { action: 'AUTH_OAUTH_LOGIN_SUCCESS', user, metadata });
  return completeLogin(context, tx, user, { rememberMe: false, method: provider });
}
