import type { SsoError } from '@latchkey/contract';
import type { UserRow } from '../../identity/accounts/user-store.ts';
import { isNotAdmitted, issuerOf } from '../../identity/connections/admit.ts';
import type { ConnectionRow } from '../../identity/connections/connection-store.ts';
import { signInVouched } from '../../identity/connections/sign-in-vouched.ts';
import type { AskingContext, OpenContext } from '../../identity/deps.ts';
import { asking, hookErrorOf } from '../../identity/hooks/heed.ts';
import { refuseSignIn } from '../../identity/policies/system-methods.ts';
import { landingOf, loginWithError } from '../../identity/relying-party/landing.ts';
import type { SessionGrant } from '../../identity/sessions/session-grant.ts';
import { transact, violatedIndex } from '../../platform/db/transact.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import type { Described } from './oidc-client.ts';

const maxName = 100;

/** Where the browser goes next, and what it is given to keep. */
export type Landing = { url: URL; grant?: SessionGrant };

type Arrived = {
  described: Described | null;
  reason: string | null;
  returnTo: string;
  /** When the identity provider's own session ends, if it says so. */
  endsBefore: Date | null;
};

export async function signIn(
  context: AskingContext,
  connection: ConnectionRow,
  { described, reason, returnTo, endsBefore }: Arrived,
): Promise<Landing> {
  const { deps, origin } = context;
  if (await refuseSignIn(deps, 'sso'))
    return recordFailure(context, connection, { reason: 'sign_in_method_not_allowed', returnTo });
  const refused = (reason ?? (described?.email ? null : 'sso_email_not_allowed')) as SsoError | null;
  if (refused || !described?.email)
    return recordFailure(context, connection, { reason: refused ?? 'sso_failed', returnTo });
  const hours = origin.now.getTime() + connection.sessionHours * 3_600_000;
  const endsAt = Math.min(hours, endsBefore?.getTime() ?? hours);
  const vouched = vouchedOf(connection, { ...described, email: described.email }, endsAt);
  try {
    const signedIn = await asking(context, (current) =>
      transact(deps, (tx) => signInVouched(current, tx, connection, vouched)),
    );
    if (isRefusal(signedIn)) return { url: loginWithError(deps.config, hookErrorOf(signedIn), returnTo) };
    if (isNotAdmitted(signedIn))
      return recordFailure(context, connection, { reason: signedIn.failed, returnTo, user: signedIn.user });
    const url = landingOf(deps.config, signedIn, returnTo);
    return 'sessionId' in signedIn ? { url, grant: signedIn } : { url };
  } catch (error) {
    // Linked by another request at the same moment.
    if (violatedIndex(error)?.startsWith('sso_links_'))
      return recordFailure(context, connection, { reason: 'sso_conflict', returnTo });
    throw error;
  }
}

function vouchedOf(connection: ConnectionRow, described: Described & { email: string }, endsAt: number) {
  const { subject, email, firstName, lastName, groups } = described;
  const names = { firstName: storable(firstName), lastName: storable(lastName) };
  return {
    connectionId: connection.id,
    issuer: issuerOf(connection),
    subject,
    email,
    ...names,
    // None that we keep has it, and the database takes no text with it.
    groups: groups?.filter((group) => !group.includes('\0')) ?? null,
    endsAt,
  };
}

/** A name as far as it can be stored: a provider's may be of any length, and in JSON hold what no text may. */
function storable(name: string | null): string | null {
  const text = name?.replace(/\0|\p{Surrogate}/gu, '').trim() ?? '';
  return [...text].slice(0, maxName).join('').trim() || null;
}

type Failure = { reason: SsoError; returnTo: string; user?: UserRow | null };

export async function recordFailure(
  context: OpenContext,
  { id: connectionId, organizationId }: ConnectionRow,
  { reason, returnTo, user = null }: Failure,
): Promise<Landing> {
  const { deps, origin } = context;
  deps.metrics.signIns.inc({ method: 'sso', outcome: 'failure' });
  const metadata = { connectionId, reason };
  await record(deps.sql, origin, { action: 'AUTH_SSO_LOGIN_FAILED', user, organizationId, metadata });
  return { url: loginWithError(deps.config, reason, returnTo) };
}
