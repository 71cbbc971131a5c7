import type { Tx } from '../../platform/db/sql.ts';
import { record } from '../../records/audit/record.ts';
import { lockUser, markEmailVerified, type UserRow } from '../accounts/user-store.ts';
import { endOldAccess } from '../credentials/change-password.ts';
import { clearPassword } from '../credentials/password-store.ts';
import type { OpenContext } from '../deps.ts';
import { hasOthers } from '../memberships/member-store.ts';
import { leaveOrganizations } from '../memberships/memberships.ts';
import { deleteOrganization, lockOrganization } from '../memberships/organization-store.ts';
import { presentBareOrganization } from '../memberships/present.ts';
import { reclaim } from '../recovery/reclaim.ts';

type Claimed = { user: UserRow; deletedOrganization: string | undefined };

/**
 * For an account whose address was never verified: the person who set it up may be another, so they keep no way in.
 * Membership in the claiming organization stays, and one that the account was alone in elsewhere goes.
 */
export async function claimFor(
  context: OpenContext,
  tx: Tx,
  before: UserRow,
  { organizationId: claimant, reason }: { organizationId: string; reason: 'sso' | 'scim' },
): Promise<Claimed> {
  const { deps, origin } = context;
  const left = await leaveOrganizations(context, tx, before, { except: claimant });
  const isHere = left.organizationId === claimant;
  const mayKeep = isHere || deps.config.severalOrganizations;
  const deletedOrganization = mayKeep ? undefined : await deleteLeftAlone(tx, left, origin);
  const user = deletedOrganization
    ? { ...left, organizationId: null, organizationRole: 'MEMBER' as const }
    : left;
  const passwordCleared = await clearPassword(tx, user.id, null, origin.now);
  const { sessions, series } = await endOldAccess(tx, user.id, null);
  const reclaimed = await reclaim(tx, user, origin, { passwordCleared });
  const metadata = { reason, sessions, rememberMeSeries: series };
  if (sessions + series > 0)
    await record(tx, origin, { action: 'SECURITY_ALL_SESSIONS_REVOKED', user: reclaimed, metadata });
  await markEmailVerified(tx, user.id, origin.now);
  const verified = { ...reclaimed, emailVerifiedAt: origin.now };
  await record(tx, origin, {
    action: 'SECURITY_EMAIL_VERIFIED',
    user: verified,
    metadata: { email: verified.email },
  });
  return { user: (await lockUser(tx, user.id, origin.now)) ?? verified, deletedOrganization };
}

/** An organization that has no other member. Where people can't belong to two, it goes. */
async function deleteLeftAlone(
  tx: Tx,
  user: UserRow,
  origin: OpenContext['origin'],
): Promise<string | undefined> {
  const { organizationId } = user;
  if (!organizationId || (await hasOthers(tx, organizationId, user.id))) return undefined;
  const organization = await lockOrganization(tx, organizationId);
  if (!organization) return undefined;
  await deleteOrganization(tx, organizationId, origin.now);
  const { name, slug } = organization;
  await record(tx, origin, {
    action: 'ORG_DELETED',
    user,
    organizationId,
    metadata: { name, slug, memberCount: 1, reason: 'account_reclaimed' },
    about: { organization: presentBareOrganization(organization) },
  });
  return name;
}
