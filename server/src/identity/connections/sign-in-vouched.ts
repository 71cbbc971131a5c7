import type { Config } from '../../platform/config/config.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { hasKnownOwner, type UserRow } from '../accounts/user-store.ts';
import { addressOf, unlock } from '../attempts/attempt-store.ts';
import { askingAll, asksSecondFactor, hasSecondFactor } from '../credentials/two-factor.ts';
import type { OpenContext } from '../deps.ts';
import { heedSignIn } from '../hooks/sign-in.ts';
import { systemPolicyOf } from '../policies/effective-policy.ts';
import { findPolicy } from '../policies/policy-store.ts';
import type { Vouched } from '../sessions/pending-login-store.ts';
import { refuseBeyondSso } from '../sign-in/break-glass.ts';
import { completeLogin, type LoginGrant, type SignedInBy } from '../sign-in/complete-login.ts';
import { findDeviceFacts } from '../sign-in/device-store.ts';
import { sightingOf } from '../sign-in/devices.ts';
import { openPendingLogin, type PendingLogin } from '../sign-in/first-factor.ts';
import { admit, findOpenConnection, findWayIn, identifyVouched, isNotAdmitted } from './admit.ts';
import type { ConnectionRow } from './connection-store.ts';
import type { NotAdmitted } from './provision.ts';

const method = 'sso';

/** An organization's identity provider vouched for a person: opens a session, or a pending login. */
export async function signInVouched(
  context: OpenContext,
  tx: Tx,
  seen: ConnectionRow,
  vouched: Vouched,
): Promise<LoginGrant | PendingLogin | NotAdmitted> {
  const { deps, origin } = context;
  const identified = await identifyVouched(context, tx, seen, { ...vouched, mayCreate: true });
  if (isNotAdmitted(identified)) return identified;
  const { connection, hook = null, ...found } = identified;
  const { user } = found;
  const first = { method, connectionId: connection.id, hasSecondFactor: hasSecondFactor(deps.config, user) };
  const asked = found.isFresh ? null : hook;
  const { requireTwoFactor } = heedSignIn(context, asked, user, first);
  // The factors of an account that was never verified may be a squatter's.
  const isKnown = await hasKnownOwner(tx, user.id, deps.config);
  const rules = askingAll(deps.config, requireTwoFactor);
  if (isKnown && (await needsFactor(rules, tx, connection, user))) {
    const way = await findWayIn(context, tx, connection, found);
    if (isNotAdmitted(way)) return way;
    await recordSignIn(context, tx, connection, { user, requiresTwoFactor: true });
    return openPendingLogin(context, tx, user, { rememberMe: false, method, vouched });
  }
  const admitted = await admit(context, tx, connection, { ...found, ...vouched });
  if (isNotAdmitted(admitted)) return admitted;
  const by = signedInBy(connection, vouched);
  const facts = await findDeviceFacts(tx, sightingOf(origin, admitted.id));
  const { policies } = facts;
  // Another connection of the organization may be required of them. Asked before a success is recorded.
  if (await refuseBeyondSso(context, tx, { user: admitted, policies }, { method, by }))
    return { failed: 'sso_required', user: admitted };
  await recordSignIn(context, tx, connection, { user: admitted });
  if (await unlock(tx, addressOf(admitted), origin.now))
    await record(tx, origin, {
      action: 'SECURITY_ACCOUNT_UNLOCKED',
      user: admitted,
      metadata: { reason: 'sso_login' },
    });
  const options = { rememberMe: false, method, by, facts, requireTwoFactor };
  const grant = await completeLogin(context, tx, admitted, options);
  return isRefusal(grant) ? { failed: 'sso_required', user: admitted } : grant;
}

function signedInBy(connection: ConnectionRow, { endsAt }: Vouched): SignedInBy {
  const { id: connectionId, organizationId, trustsSecondFactor } = connection;
  return { connectionId, organizationId, trustsSecondFactor, endsAt: new Date(endsAt) };
}

/** Where the identity provider is trusted with it, only the service itself asks for a second factor. */
async function needsFactor(
  config: Config,
  tx: Tx,
  { trustsSecondFactor }: ConnectionRow,
  user: UserRow,
): Promise<boolean> {
  if (trustsSecondFactor && !(await isAskedByService(config, tx))) return false;
  return asksSecondFactor(config, tx, user);
}

async function isAskedByService({ twoFactorForAll }: Config, tx: Tx): Promise<boolean> {
  const policy = await findPolicy(tx, { organizationId: null });
  return systemPolicyOf({ twoFactorForAll }, policy).twoFactorRequired;
}

function recordSignIn(
  { origin }: OpenContext,
  tx: Tx,
  { id: connectionId, organizationId }: ConnectionRow,
  { user, ...more }: { user: UserRow; requiresTwoFactor?: true },
) {
  const metadata = { connectionId, ...more };
  return record(tx, origin, { action: 'AUTH_SSO_LOGIN_SUCCESS', user, organizationId, metadata });
}

/**
 * For a pending login whose second factor is about to be checked: finds the person again, under the same locks. Undefined
 * if the rules no longer let them in.
 */
export async function identifyAgain(context: OpenContext, tx: Tx, vouched: Vouched) {
  const seen = await findOpenConnection(tx, vouched.connectionId);
  const identified = seen && (await identifyVouched(context, tx, seen, { ...vouched, mayCreate: false }));
  if (!identified || isNotAdmitted(identified)) return undefined;
  const { connection, ...found } = identified;
  return { connection, found };
}

/** Once the second factor has passed: links and joins. Undefined if the rules no longer let the person in. */
export async function admitAgain(
  context: OpenContext,
  tx: Tx,
  { connection, found }: NonNullable<Awaited<ReturnType<typeof identifyAgain>>>,
  vouched: Vouched,
) {
  const user = await admit(context, tx, connection, { ...found, ...vouched });
  if (isNotAdmitted(user)) return undefined;
  return { user, by: signedInBy(connection, vouched) };
}
