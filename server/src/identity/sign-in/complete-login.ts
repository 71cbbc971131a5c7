import { lifetimes } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { sha256 } from '../../platform/crypto/credentials.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { record } from '../../records/audit/record.ts';
import { noteLogin, type UserRow } from '../accounts/user-store.ts';
import { addressOf, clearFailures } from '../attempts/attempt-store.ts';
import { hasSecondFactor, needsTwoFactorSetup, rulesFor } from '../credentials/two-factor.ts';
import type { OpenContext } from '../deps.ts';
import { type JudgedSignIn, judge } from '../policies/judge.ts';
import { insertSeries } from '../sessions/remember-store.ts';
import { grantFor, type SessionGrant } from '../sessions/session-grant.ts';
import { openSession, type SignIn } from '../sessions/session-store.ts';
import { breakGlassIn, refuseBeyondSso, reportBreakGlass, type SsoRefusal } from './break-glass.ts';
import { type DeviceFacts, findDeviceFacts } from './device-store.ts';
import { noticeDevice, sightingOf } from './devices.ts';

export type LoginOptions = {
  rememberMe: boolean;
  /** How they proved who they are, for the audit trail. */
  method: string;
  /** The organization's identity provider that vouched. */
  by?: SignedInBy | undefined;
  /** What else they proved. */
  secondFactor?: string;
  /** A hook asks for a second factor: until one is proven, nothing else works. */
  requireTwoFactor?: boolean;
  /** Set if it was already read with an earlier statement. */
  facts?: DeviceFacts | undefined;
};

/** An organization's identity provider that opened a session, and when that ends at the latest. */
export type SignedInBy = {
  connectionId: string;
  organizationId: string;
  trustsSecondFactor: boolean;
  endsAt: Date;
};

/** A session, what its user may do, and whether they must set up two-factor first. */
export type LoginGrant = SessionGrant & { permissions: readonly string[]; mustSetUpTwoFactor: boolean };

/**
 * Every login ends here: it clears the count, opens the session, and tells the owner about a new device. Where single
 * sign-on is required, only that and break-glass open one.
 */
export async function completeLogin(
  context: OpenContext,
  tx: Tx,
  before: UserRow,
  options: LoginOptions,
): Promise<LoginGrant | SsoRefusal> {
  const { deps, origin } = context;
  const { method } = options;
  const facts = options.facts ?? (await findDeviceFacts(tx, sightingOf(origin, before.id)));
  const { policies } = facts;
  const refused = await refuseBeyondSso(context, tx, { user: before, policies }, options);
  if (refused) return refused;
  deps.metrics.signIns.inc({ method, outcome: 'success' });
  const user = { ...before, lastLoginAt: origin.now };
  tx.send(clearFailures(tx, addressOf(user)));
  const sessionId = uuidv7();
  const signIn = signInBy(options, origin.now, breakGlassIn(context, policies, options));
  // A break-glass session is never remembered.
  const isRemembered = options.rememberMe && !signIn.breakGlassIn;
  const remember = isRemembered ? openSeries(context, tx, { userId: user.id, sessionId, signIn }) : undefined;
  const session = { sessionId, userId: user.id, rememberSeries: remember?.series ?? null, signIn };
  const proof = { provenAt: origin.now, methods: methodsOf(options) };
  const { breakGlassIn: places } = signIn;
  tx.send(
    openSession(tx, { ...session, ...proof, by: options.by, breakGlassIn: places }, origin),
    record(tx, origin, { action: 'AUTH_LOGIN_SUCCESS', user, metadata: { method, sessionId } }),
  );
  if (remember)
    tx.send(record(tx, origin, { action: 'AUTH_REMEMBER_ME_CREATED', user, metadata: { sessionId } }));
  if (places) await reportBreakGlass(context, tx, { user, places }, { method, sessionId });
  noticeDevice(context, tx, before, facts.deviceSeen);
  tx.send(noteLogin(tx, user.id, origin.now));
  const granted = { id: sessionId, refreshCounter: 0, remember };
  const { permissions } = facts;
  const mustSetUpTwoFactor = needsSetup(context, user, facts, { ...signIn, ...judgedBy(options) });
  return { ...grantFor(context, user, granted), permissions, mustSetUpTwoFactor };
}

function needsSetup(
  { deps, origin }: OpenContext,
  user: UserRow,
  { permissions, policies }: DeviceFacts,
  signIn: JudgedSignIn,
): boolean {
  const config = rulesFor(deps.config, signIn);
  const { organizationId, organizationRole } = user;
  const judged = { organizationId, organizationRole, hasSecondFactor: hasSecondFactor(config, user), signIn };
  const { lacksTwoFactor } = judge(config, policies, judged, origin.now);
  return lacksTwoFactor || needsTwoFactorSetup(config, { user, permissions });
}

function judgedBy({ by }: LoginOptions): Partial<JudgedSignIn> {
  return by ? { byOrganizationId: by.organizationId, isTrusted: by.trustsSecondFactor } : {};
}

function methodsOf({ method, secondFactor }: LoginOptions): string[] {
  return secondFactor ? [method, secondFactor] : [method];
}

/** A passkey that signs someone in has verified them: it is two factors in one. */
function signInBy(options: LoginOptions, at: Date, breakGlassIn: string[] | null) {
  const { method, secondFactor, by, requireTwoFactor = false } = options;
  const isDouble = secondFactor !== undefined || method === 'passkey';
  const connectionId = by?.connectionId;
  return { method, at, secondFactor: isDouble, connectionId, breakGlassIn, requireTwoFactor };
}

function openSeries(
  { deps, origin }: OpenContext,
  tx: Tx,
  owner: { userId: string; sessionId: string; signIn: SignIn },
): { series: string; counter: number } {
  const { now } = origin;
  const remember = { series: uuidv7(), counter: 0 };
  const { series } = remember;
  const tokenHash = sha256(deps.credentials.rememberToken(series, remember.counter));
  const expiresAt = new Date(now.getTime() + lifetimes.rememberMeDays * 86_400_000);
  tx.send(insertSeries(tx, { series, ...owner, tokenHash, expiresAt }));
  return remember;
}
