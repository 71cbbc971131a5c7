import { mustHaveTwoFactor } from '../accounts/trusted-roles.ts';
import { hasSecondFactor } from '../credentials/two-factor.ts';
import { type JudgedSignIn, judge } from '../policies/judge.ts';
import type { OpenContext } from './caller.ts';
import type { CallerRow, SessionCallerRow } from './caller-store.ts';

/** What is known about a caller from their row. An API key has no sign-in. */
export function personOf<Row extends CallerRow>(
  { deps: { config }, origin }: OpenContext,
  row: Row,
  signIn: JudgedSignIn | null,
) {
  const { policies, organizationId, organizationName, organizationSlug, organizationRole } = row;
  const organization =
    organizationId && organizationName !== null && organizationSlug !== null
      ? { id: organizationId, name: organizationName, slug: organizationSlug }
      : null;
  const held = heldBy(row);
  const permissions = countingOf(held);
  const judged = { organizationId, organizationRole, hasSecondFactor: hasSecondFactor(config, row), signIn };
  const verdict = judge(config, policies, judged, origin.now);
  const mustSetUpTwoFactor =
    verdict.lacksTwoFactor || (!judged.hasSecondFactor && mustHaveTwoFactor({ permissions: held }));
  const { publicMetadata, pendingEmail: email, pendingEmailUntil: until } = row;
  const pending = email && until ? { email, until } : null;
  const standing = { policies, verdict, mustSetUpTwoFactor };
  return { user: row, held, permissions, organization, publicMetadata, pending, ...standing };
}

/** The same with the session they act in, and how it began. */
export function signedIn(context: OpenContext, row: SessionCallerRow) {
  const { sessionId, signInMethod: method, signedInAt: at, secondFactor } = row;
  const { signedInByOrganizationId: byOrganizationId, signedInByTrusted: isTrusted } = row;
  const { connectionId, breakGlassIn } = row;
  const signIn = { method, at, secondFactor, byOrganizationId, connectionId, breakGlassIn, isTrusted };
  return {
    ...personOf(context, row, signIn),
    sessionId,
    signIn,
    provesNothingPersonal: row.belongsElsewhere,
  };
}

function heldBy(row: CallerRow): readonly string[] {
  const { rolePermissions, furtherPermissions } = row;
  const own = countsHere(row) ? rolePermissions : [];
  return furtherPermissions.length === 0 ? own : [...new Set([...own, ...furtherPermissions])];
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
