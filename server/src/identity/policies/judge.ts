import type { OrganizationRole, Policy, PolicyReason } from '@latchkey/contract';
import type { SignIn } from '../sessions/session-store.ts';
import { effectivePolicyOf, leastOf, type Offer, offeredBy } from './effective-policy.ts';
import type { HeldPolicy, PersonPolicies } from './policy-store.ts';
import { type Began, refuseEverywhere, refuseLasting, refuseSession, type WayBack } from './required-sso.ts';

const day = 86_400_000;
const minute = 60_000;

/** How a session began, and who vouched. */
export type JudgedSignIn = SignIn &
  Began & {
    byOrganizationId?: string | null | undefined;
    /** The identity provider that vouched is trusted with the second factor. */
    isTrusted?: boolean | undefined;
  };

/** What a policy judges: a person, where they act, and the session they act in. An API key has no session. */
export type Judged = {
  organizationId: string | null;
  organizationRole: OrganizationRole;
  hasSecondFactor: boolean;
  signIn: JudgedSignIn | null;
  /** An offline grant: it tells how its session began, and outlives it. */
  isOffline?: boolean;
};

/** An OWNER who got in although single sign-on is required may use any way in that the service allows. */
function isBreakGlass({ organizationId, organizationRole, signIn }: Judged): boolean {
  const places = signIn?.breakGlassIn ?? [];
  return organizationRole === 'OWNER' && organizationId !== null && places.includes(organizationId);
}

/** An organization's identity provider speaks for its own people there, and for no one anywhere else. */
function isFromElsewhere({ organizationId, signIn }: Judged): boolean {
  if (signIn?.method !== 'sso' || signIn.byOrganizationId === undefined) return false;
  return organizationId !== null && signIn.byOrganizationId !== organizationId;
}

type Blocked = {
  code: Exclude<PolicyReason, 'SESSION_TOO_OLD'>;
  /**
   * Whose policy refuses. If the organization's alone, people can still leave it, unless an identity provider began the
   * session: it belongs to that organization, and not to this one (`connection`).
   */
  by: 'system' | 'organization' | 'connection';
  details?: { methods: string[] } | WayBack;
};

/** What policies make of a request: why they refuse it, or until when they don't. */
export type Verdict = {
  blocked: Blocked | null;
  /** True if a second factor is missing and the time to set one up is over. */
  lacksTwoFactor: boolean;
  /** When that time ends. */
  twoFactorDueAt: Date | null;
  recentProofMinutes: number | null;
};

const untouched: Verdict = {
  blocked: null,
  lacksTwoFactor: false,
  twoFactorDueAt: null,
  recentProofMinutes: null,
};

/** The policies that count for a request: the service's, and that of the organization it is made in. */
type Counting = {
  system: HeldPolicy | undefined;
  organization: HeldPolicy | undefined;
  hasConnection: boolean;
};

function countingOf(policies: PersonPolicies | null, organizationId: string | null): Counting {
  const of = (id: string | null) => policies?.set.find((each) => each.organizationId === id);
  const organization = organizationId === null ? undefined : of(organizationId);
  const hasConnection = organizationId !== null && (policies?.connections.includes(organizationId) ?? false);
  return { system: of(null), organization, hasConnection };
}

/** Judges a request by the policies of the service and of the organization it is made in. */
export function judge(offer: Offer, policies: PersonPolicies | null, judged: Judged, now: Date): Verdict {
  if (!policies && !offer.twoFactorForAll && !isFromElsewhere(judged)) return untouched;
  const counting = countingOf(policies, judged.organizationId);
  const { system, organization } = counting;
  const recentProofMinutes = leastOf(
    system?.recentProofMinutes ?? null,
    organization?.recentProofMinutes ?? null,
  );
  const byMethod = refuseMethod(offer, counting, judged);
  const { blocked: byFactor, dueAt } = judgeFactors(offer, counting, judged, now);
  const refused = refuseBeyondSso(offer, policies, judged, now) ?? byMethod ?? byFactor;
  const blocked = refused && isFromElsewhere(judged) ? { ...refused, by: 'connection' as const } : refused;
  return { blocked, lacksTwoFactor: byFactor !== null, twoFactorDueAt: dueAt, recentProofMinutes };
}

/** Single sign-on is required here, and the credential came about in another way. */
function refuseBeyondSso(
  offer: Offer,
  policies: PersonPolicies | null,
  { organizationId, signIn, isOffline }: Judged,
  now: Date,
): Blocked | null {
  const required = policies?.required;
  const details =
    signIn && !isOffline
      ? refuseSession(offer, required, organizationId, signIn)
      : refuseLasting(offer, required, organizationId, now);
  return details && { code: 'SSO_REQUIRED', by: 'organization', details };
}

/** Every reason that these policies would refuse a session for. */
export function reasonsAgainst(
  offer: Offer,
  policies: PersonPolicies,
  judged: Judged & { signIn: SignIn },
  now: Date,
): PolicyReason[] {
  const counting = countingOf(policies, judged.organizationId);
  const { sessionMinutes } = limitsOf(policies);
  const isOld = sessionMinutes !== null && isPast(judged.signIn.at, sessionMinutes, now);
  return [
    ...(refuseMethod(offer, counting, judged) ? ['SIGN_IN_METHOD_NOT_ALLOWED' as const] : []),
    ...(judgeFactors(offer, counting, judged, now).blocked ? ['TWO_FACTOR_SETUP_REQUIRED' as const] : []),
    ...(isOld ? ['SESSION_TOO_OLD' as const] : []),
  ];
}

/**
 * An organization whose policy leaves no way of signing in that is offered lets its OWNERs in by the service's own, so
 * that they can change it.
 */
function refuseMethod(offer: Offer, counting: Counting, judged: Judged): Blocked | null {
  const { system, organization, hasConnection } = counting;
  if (!judged.signIn) return null;
  const { method } = judged.signIn;
  const allowedBy = (methods: string[] | null) => !methods || (method !== null && methods.includes(method));
  const ofSystem = effectivePolicyOf(offer, { system, hasConnection }).signInMethods;
  const refused = (by: Blocked['by'], methods: string[]): Blocked => ({
    code: 'SIGN_IN_METHOD_NOT_ALLOWED',
    by,
    details: { methods },
  });
  if (ofSystem && !allowedBy(ofSystem)) return refused('system', ofSystem);
  if (isFromElsewhere(judged)) return refused('organization', offeredBy(offer, hasConnection));
  if (!organization || isBreakGlass(judged)) return null;
  const both = effectivePolicyOf(offer, { system, organization, hasConnection }).signInMethods;
  if (!both || allowedBy(both)) return null;
  return both.length === 0 && judged.organizationRole === 'OWNER' ? null : refused('organization', both);
}

/** Whether a second factor is due. A session that proved one factor alone counts as having none. */
function judgeFactors(
  { twoFactorForAll }: Offer,
  { system, organization }: Counting,
  judged: Judged,
  now: Date,
): { blocked: Blocked | null; dueAt: Date | null } {
  const isMet = judged.hasSecondFactor && (judged.signIn?.secondFactor ?? true);
  if (isMet) return { blocked: null, dueAt: null };
  const bySystem = twoFactorForAll ? now : dueAtOf(system);
  const byOrganization = isVouchedFor(judged) ? null : dueAtOf(organization);
  const isDue = (at: Date | null) => at !== null && at <= now;
  const code = 'TWO_FACTOR_SETUP_REQUIRED';
  if (isDue(bySystem)) return { blocked: { code, by: 'system' }, dueAt: null };
  if (isDue(byOrganization)) return { blocked: { code, by: 'organization' }, dueAt: null };
  const [dueAt = null] = [bySystem, byOrganization]
    .filter((at) => at !== null)
    .sort((one, other) => one.getTime() - other.getTime());
  return { blocked: null, dueAt };
}

/** An identity provider that its organization trusts with the second factor meets that organization's policy. */
function isVouchedFor({ organizationId, signIn }: Judged): boolean {
  return Boolean(signIn?.isTrusted) && signIn?.byOrganizationId === organizationId;
}

/** Each policy's grace counts from the day it began to ask this person. */
function dueAtOf(policy: HeldPolicy | undefined): Date | null {
  if (!policy?.twoFactorRequired || !policy.twoFactorSince) return null;
  return new Date(new Date(policy.twoFactorSince).getTime() + policy.twoFactorGraceDays * day);
}

/** Whether the service, or any of a person's organizations, requires a second factor, even if it isn't due yet. */
export function requiresTwoFactor(policies: PersonPolicies | null): boolean {
  return policies?.set.some((each) => each.twoFactorRequired) ?? false;
}

/** The limits of a person's sessions: the least of the service's and all of their organizations'. */
export function limitsOf(policies: PersonPolicies): Pick<Policy, 'sessionMinutes' | 'idleMinutes'> {
  return {
    sessionMinutes: policies.set.map((each) => each.sessionMinutes).reduce(leastOf, null),
    idleMinutes: policies.set.map((each) => each.idleMinutes).reduce(leastOf, null),
  };
}

/** Whether a session has ended by the policies of its owner, or because it counts nowhere. */
export function isStale(
  offer: Offer,
  policies: PersonPolicies | null,
  session: Began & { signedInAt: Date; lastSeenAt: Date | null },
  now: Date,
): boolean {
  if (!policies) return false;
  const { signedInAt, lastSeenAt } = session;
  if (refuseEverywhere(offer, policies.required, session)) return true;
  const { sessionMinutes, idleMinutes } = limitsOf(policies);
  const isOld = sessionMinutes !== null && isPast(signedInAt, sessionMinutes, now);
  return isOld || (idleMinutes !== null && lastSeenAt !== null && isPast(lastSeenAt, idleMinutes, now));
}

function isPast(since: Date, minutes: number, now: Date): boolean {
  return now.getTime() - since.getTime() > minutes * minute;
}
