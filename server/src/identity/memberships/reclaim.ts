import type { Db, Tx } from '../../platform/db/sql.ts';
import { record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import { findUser, type UserRow } from '../accounts/user-store.ts';
import { endAllAccess } from '../credentials/end-access.ts';
import { clearPassword } from '../credentials/password-store.ts';
import { endOtherWaysIn } from '../credentials/ways-in.ts';
import type { OpenContext } from '../deps.ts';
import { recordSuccessor } from './change-rank.ts';
import { disarm } from './disarm.ts';
import { findMember, findRanks, hasOthers } from './member-store.ts';
import { dropInvites, endKeys, endMembership } from './memberships.ts';
import { deleteOrganization, lockOrganization } from './organization-store.ts';
import { presentBareOrganization } from './present.ts';
import { tellToRotate } from './tell-to-rotate.ts';

/** How the owner of the address showed up. A connection or directory speaks for its organization. */
export type ReclaimedBy =
  | { reason: 'email_code' | 'password_reset' }
  | { reason: 'sso' | 'scim'; organizationId: string };

type Reclaimed = {
  user: UserRow;
  sessionsRevoked: number;
  passwordCleared: boolean;
  /** The name of the one that the account was alone in, where people can't belong to two. */
  deletedOrganization: string | undefined;
};

/**
 * For an account whose address was never verified: the person who set it up may be another, so they keep no way in, and
 * leave the organizations that have other members, who may be a squatter's accounts. Only membership in the
 * organization that claims them stays. Needs a transaction that has locked the organizations and the user.
 */
export async function reclaim(
  context: Pick<OpenContext, 'deps' | 'origin'>,
  tx: Tx,
  before: UserRow,
  by: ReclaimedBy,
): Promise<Reclaimed> {
  const { origin } = context;
  const claimant = 'organizationId' in by ? by.organizationId : undefined;
  const left = await leaveOrganizations(context, tx, before, claimant);
  const mayKeep = !claimant || left.organizationId === claimant || context.deps.config.severalOrganizations;
  const deletedOrganization = mayKeep ? undefined : await deleteLeftAlone(tx, left, origin);
  const nowhere = { organizationId: null, organizationRole: 'MEMBER' } as const;
  const user = deletedOrganization ? { ...left, ...nowhere } : left;
  // A reset has just replaced it.
  const isReset = by.reason === 'password_reset';
  const passwordCleared = !isReset && (await clearPassword(tx, user.id, null, origin.now));
  const sessionsRevoked = await endAllAccess(tx, user, { reason: by.reason, actor: user }, origin);
  // Once the sessions have ended: one of them could add another way in.
  const ended = await endOtherWaysIn(tx, user, null, origin.now);
  const reclaimed = { ...user, twoFactorEnabled: false };
  const metadata = { ...ended, ...(!isReset && { passwordCleared }) };
  await record(tx, origin, { action: 'SECURITY_ACCOUNT_RECLAIMED', user: reclaimed, metadata });
  return { user: reclaimed, sessionsRevoked, passwordCleared, deletedOrganization };
}

async function leaveOrganizations(
  context: Pick<OpenContext, 'deps' | 'origin'>,
  tx: Db,
  user: UserRow,
  except: string | undefined,
): Promise<UserRow> {
  for (const { organizationId } of await findRanks(tx, user.id))
    if (organizationId !== except) await leaveOrganization(context, tx, user, organizationId);
  const { organizationId, organizationRole } = (await findUser(tx, user.id, context.origin.now)) ?? user;
  return { ...user, organizationId, organizationRole };
}

/** Keeps one of their own, without anything that acts for a person who may be gone. */
async function leaveOrganization(
  context: Pick<OpenContext, 'deps' | 'origin'>,
  tx: Db,
  user: UserRow,
  organizationId: string,
): Promise<void> {
  const { origin } = context;
  const { id } = user;
  const target = await findMember(tx, organizationId, id);
  if (!target) return;
  if (!(await hasOthers(tx, organizationId, id))) {
    const everyone = { id: null, organizationId };
    await dropInvites(tx, everyone, { actor: user, reason: 'account_reclaimed', since: new Date(0) }, origin);
    await disarm(tx, organizationId, origin);
    await endKeys(tx, { organizationId }, { actor: user, reason: 'account_reclaimed' }, origin);
    return;
  }
  await endMembership(tx, { organizationId, target }, { actor: user, left: true }, origin);
  await recordSuccessor(tx, organizationId, origin);
  await tellToRotate(context, tx, user, { organizationIds: [organizationId] });
}

/** An organization that has no other member. */
async function deleteLeftAlone(tx: Tx, user: UserRow, origin: Origin): Promise<string | undefined> {
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
