import { mustHaveTwoFactor, vouchedOf } from '../accounts/trusted-roles.ts';
import type { UserRow } from '../accounts/user-store.ts';
import { hasSecondFactor, rulesFor } from '../credentials/two-factor.ts';
import { type JudgedSignIn, judge } from '../policies/judge.ts';
import type { Caller, OpenContext } from './caller.ts';
import type { CallerRow, SessionCallerRow } from './caller-store.ts';
import { noTeamRoles, teamOf } from './team-roles.ts';

type Facts = Pick<Caller, 'held' | 'permissions' | 'organization' | 'team' | 'pending'>;

// A pure cache: requests share a row until it changes, and so they share what follows from it alone.
const knownFacts = new WeakMap<CallerRow, Facts>();

function factsOf(row: CallerRow): Facts {
  const known = knownFacts.get(row);
  if (known) return known;
  const { organizationId: id, organizationName: name, organizationSlug: slug } = row;
  const { pendingEmail: email, pendingEmailUntil: until } = row;
  const organization = id && name !== null && slug !== null ? { id, name, slug } : null;
  const held = heldBy(row);
  const pending = email && until ? { email, until } : null;
  const facts = {
    held,
    permissions: isByConnection(row) ? vouchedOf(held) : countingOf(held),
    organization,
    team: speaksElsewhere(row) ? noTeamRoles : teamOf(row),
    pending,
  };
  knownFacts.set(row, facts);
  return facts;
}

/** What is known about a caller from their row. An API key has no sign-in. */
export function personOf<Row extends CallerRow>(
  context: OpenContext,
  row: Row,
  { signIn, endsAt }: { signIn: JudgedSignIn | null; endsAt: Date | null },
) {
  const { held, permissions, organization, team, pending } = factsOf(row);
  const { policies, publicMetadata, concerns } = row;
  const standing = { user: row, held, policies, signIn };
  // Spreading the verdict into the rest takes longer than all the rest.
  const { verdict, mustSetUpTwoFactor } = standingIn(context, standing, row);
  return {
    user: row,
    held,
    permissions,
    organization,
    team,
    publicMetadata,
    pending,
    policies,
    verdict,
    mustSetUpTwoFactor,
    concerns,
    endsAt,
  };
}

type Standing = Pick<Caller, 'held' | 'policies'> & { user: UserRow; signIn: JudgedSignIn | null };

/** What policies make of a person in one of their organizations, and whether two-factor comes first. */
export function standingIn(
  { deps, origin }: OpenContext,
  { user, held, policies, signIn }: Standing,
  { organizationId, organizationRole }: Pick<UserRow, 'organizationId' | 'organizationRole'>,
): Pick<Caller, 'verdict' | 'mustSetUpTwoFactor'> {
  const config = rulesFor(deps.config, signIn);
  const judged = { organizationId, organizationRole, hasSecondFactor: hasSecondFactor(config, user), signIn };
  const verdict = judge(config, policies, judged, origin.now);
  const mustSetUpTwoFactor =
    verdict.lacksTwoFactor || (!judged.hasSecondFactor && mustHaveTwoFactor({ permissions: held }));
  return { verdict, mustSetUpTwoFactor };
}

/** The same with the session they act in, and how it began. `endsAt`: when the session or its token ends. */
export function signedIn(context: OpenContext, row: SessionCallerRow, endsAt: Date) {
  const { sessionId, signInMethod: method, signedInAt: at, secondFactor, requireTwoFactor } = row;
  const { signedInByOrganizationId: byOrganizationId, signedInByTrusted: isTrusted } = row;
  const { connectionId, breakGlassIn } = row;
  const began = { byOrganizationId, connectionId, breakGlassIn, isTrusted };
  const signIn = { method, at, secondFactor, requireTwoFactor, ...began };
  // Into the same object: copies of it were most of what a session check left behind.
  return Object.assign(personOf(context, row, { signIn, endsAt }), {
    sessionId,
    signIn,
  });
}

function heldBy(row: CallerRow): readonly string[] {
  const { rolePermissions, furtherPermissions } = row;
  const own = countsHere(row) ? rolePermissions : [];
  return furtherPermissions.length === 0 ? own : [...new Set([...own, ...furtherPermissions])];
}

/** Whether an identity provider began the session, or the one that made the key. */
function isByConnection(row: CallerRow & { connectionId?: string | null; byConnection?: boolean }): boolean {
  return Boolean(row.connectionId ?? row.byConnection);
}

/** An organization's identity provider learns nothing of what a person holds in their other organizations. */
function speaksElsewhere({ organizationId, ...row }: CallerRow & Partial<SessionCallerRow>): boolean {
  return Boolean(row.connectionId) && row.signedInByOrganizationId !== organizationId;
}

/** Only people who see everyone change what everyone is asked for. */
function countingOf(held: readonly string[]): readonly string[] {
  return held.includes('users:read') ? held : held.filter((each) => !each.startsWith('policies:'));
}

/** What the role that every user has permits counts in the default organization, or everywhere if they see everyone. */
function countsHere(row: CallerRow): boolean {
  const { organizationId, defaultOrganizationId, rolePermissions, furtherPermissions } = row;
  const sees = (permitted: string[]) => permitted.includes('users:read');
  return organizationId === defaultOrganizationId || sees(rolePermissions) || sees(furtherPermissions);
}
