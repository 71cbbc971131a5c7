import type { AskingContext } from '../../identity/deps.ts';
import { asking, type HookRefusal } from '../../identity/hooks/heed.ts';
import { mayJoinByDomain } from '../../identity/memberships/join-by-domain.ts';
import { type EntryRules, findEntryRules } from '../../identity/policies/joining-store.ts';
import { wayBackBy } from '../../identity/policies/required-sso.ts';
import { findRequiredConnection } from '../../identity/policies/required-store.ts';
import { refuseUnlisted } from '../../identity/policies/system-methods.ts';
import { isSpent, spend, unspend } from '../../identity/relying-party/spent-store.ts';
import { completeLogin, type LoginGrant } from '../../identity/sign-in/complete-login.ts';
import { sha256 } from '../../platform/crypto/credentials.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { domainOf } from '../../platform/domain-name.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { createAccount, type Registration, refuseOrganization } from '../auth/create-account.ts';
import type { OpenOAuthContext } from './oauth-deps.ts';
import { isAlreadyLinked, linkAccount } from './sign-in-by-provider.ts';
import type { PendingIdentity } from './tokens.ts';

/** A pending token, and the cookie of the browser that started. */
export type PendingInput = { token: string; pendingCookie: string | undefined };

/** What a pending token says, if it is unexpired, unused, and sent by the browser that started. */
export async function getPendingOAuth(
  { deps, origin }: OpenOAuthContext,
  { token, pendingCookie }: PendingInput,
): Promise<PendingIdentity | Refusal<'PENDING_TOKEN_INVALID'>> {
  const { tokens, pendingProofs } = deps.oauth;
  const pending = tokens.readPending(token, origin.now);
  if (!pending || !pendingProofs.holds(pendingCookie, pending.id) || (await isSpent(deps.sql, pending.id)))
    return refuse('PENDING_TOKEN_INVALID');
  return pending;
}

type Choices = Omit<Registration, 'email'>;
type CompleteRefusal = Refusal<
  | 'VALIDATION_FAILED'
  | 'PENDING_TOKEN_INVALID'
  | 'PERMISSION_DENIED'
  | 'EMAIL_TAKEN'
  | 'USERNAME_TAKEN'
  | 'ALREADY_LINKED'
  | 'INVITE_INVALID'
  | 'INVITE_EMAIL_MISMATCH'
  | 'EMAIL_DOMAIN_NOT_ALLOWED'
  | 'EMAIL_NOT_VERIFIED'
  | 'SIGN_IN_METHOD_NOT_ALLOWED'
  | 'SSO_REQUIRED'
>;

/** Creates an account for a user a provider vouches for. A refused body leaves the token as it was. */
export function completeOAuth(
  context: OpenOAuthContext & AskingContext,
  input: PendingInput & Choices,
): Promise<Completed | CompleteRefusal | HookRefusal> {
  return asking(context, (current) => complete(current, input));
}

type Completed = { grant: LoginGrant; pendingCookie: string };

async function complete(
  context: OpenOAuthContext,
  input: PendingInput & Choices,
): Promise<Completed | CompleteRefusal> {
  const { deps } = context;
  const pending = await getPendingOAuth(context, input);
  if (isRefusal(pending)) return pending;
  if (!pending.profile.email || pending.link) return refuse('PENDING_TOKEN_INVALID');
  const registration = registrationOf(input, pending, pending.profile.email);
  const { inviteToken } = registration;
  const rules = await findEntryRules(deps.sql, inviteToken ? sha256(inviteToken) : null);
  const refused =
    (await refuseUnlisted(deps, pending.provider, rules.signInMethods)) ??
    (await refuseOrganization(deps, registration)) ??
    (await refuseBound(deps, registration));
  if (refused) return refused;
  try {
    const grant = await transact(deps, (tx) =>
      createLinked(context, tx, { ...registration, rules }, pending),
    );
    if (isRefusal(grant)) return grant;
    return { grant, pendingCookie: deps.oauth.pendingProofs.remove(input.pendingCookie, pending.id) };
  } catch (error) {
    if (isAlreadyLinked(error)) return refuse('ALREADY_LINKED');
    throw error;
  }
}

/** Refuses before an account is made that could only sign in by single sign-on: that makes it, too. */
async function refuseBound(
  { sql, config }: OpenOAuthContext['deps'],
  { email, organizationName, inviteToken }: Registration,
): Promise<Refusal<'SSO_REQUIRED'> | undefined> {
  const domain = config.features.sso ? domainOf(email) : undefined;
  const inviteHash = inviteToken ? sha256(inviteToken) : null;
  const required = domain && (await findRequiredConnection(sql, domain, inviteHash));
  if (!required) return undefined;
  const joins = inviteToken ? required.isInviting : !organizationName && (await mayJoinByDomain(sql, email));
  return joins ? refuse('SSO_REQUIRED', { details: wayBackBy(required.id, email) }) : undefined;
}

/** The choice made here overrides the invitation the sign-in was started with. */
function registrationOf(
  choices: Choices,
  { profile, inviteToken }: PendingIdentity,
  email: string,
): Registration {
  const invite = choices.inviteToken || (choices.organizationName ? null : inviteToken);
  const { username, firstName = profile.firstName, lastName = profile.lastName, organizationName } = choices;
  return { email, username, firstName, lastName, organizationName, inviteToken: invite };
}

async function createLinked(
  context: OpenOAuthContext,
  tx: Tx,
  { rules, ...registration }: Registration & { rules: EntryRules },
  pending: PendingIdentity,
): Promise<LoginGrant | CompleteRefusal> {
  const { origin } = context;
  const { provider } = pending;
  if (!(await spend(tx, pending.id, pending.expiresAt))) return refuse('PENDING_TOKEN_INVALID');
  const proof = { passwordHash: null, emailVerifiedAt: origin.now, isProven: true, method: provider, rules };
  const registered = await createAccount(context, tx, registration, proof);
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
