import type { OrganizationRole } from '@latchkey/contract';
import { markEmailVerified, type UserRow } from '../../identity/accounts/user-store.ts';
import type { Context } from '../../identity/caller/caller.ts';
import { settleRanks } from '../../identity/memberships/directory-ranks.ts';
import { deleteInvite, type LockedInvite, lockInvite } from '../../identity/memberships/invite-store.ts';
import { findMappedOrganizations } from '../../identity/memberships/mapped-group-store.ts';
import { findMember, joinOrganization, lockJoiner } from '../../identity/memberships/member-store.ts';
import type { MembershipRow } from '../../identity/memberships/organization-store.ts';
import { presentBareInvite, presentMember } from '../../identity/memberships/present.ts';
import { commonDomains } from '../../identity/policies/effective-policy.ts';
import { findEntryRules } from '../../identity/policies/joining-store.ts';
import { isLive } from '../../identity/sessions/session-store.ts';
import { sha256 } from '../../platform/crypto/credentials.ts';
import type { Statement, Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import { isVerified } from '../../records/present-user.ts';
import { judgeInvite, refuseJoining } from './invites.ts';
import { type Joined, refuseAnother } from './organizations.ts';

/** The caller has locked the user. Accepting an invitation deletes it. */
export function joinByInvite(tx: Tx, userId: string, invite: LockedInvite, now: Date): Joined {
  const { organization, role } = invite;
  const { id, name, slug } = organization;
  tx.send(joinOrganization(tx, { userId, organizationId: id, role, now }), deleteInvite(tx, id, invite.id));
  return { id, name, slug, role };
}

export function recordJoined(tx: Tx, origin: Origin, user: UserRow, invite: LockedInvite): Statement {
  const metadata = { inviteId: invite.id, role: invite.role };
  const about = { invite: presentBareInvite(invite), member: presentMember(user) };
  return record(tx, origin, { action: 'ORG_INVITE_ACCEPTED', user, metadata, about });
}

const faults = { unknown: 'NOT_FOUND', expired: 'INVITE_EXPIRED', otherEmail: 'INVITE_NOT_YOURS' } as const;
type InviteFault = (typeof faults)[keyof typeof faults];

type AcceptRefusal = Refusal<
  | InviteFault
  | 'UNAUTHENTICATED'
  | 'HAS_ORGANIZATION'
  | 'ALREADY_JOINED'
  | 'ORGANIZATION_LIMIT_REACHED'
  | 'EMAIL_DOMAIN_NOT_ALLOWED'
  | 'EMAIL_NOT_VERIFIED'
>;

/** The link was only in the mail: its user reads mail there. */
function verifyByInvite(tx: Tx, origin: Origin, user: UserRow): void {
  const verified = { ...user, emailVerifiedAt: origin.now, updatedAt: origin.now };
  const metadata = { email: user.email };
  tx.send(
    markEmailVerified(tx, user.id, origin.now),
    record(tx, origin, { action: 'SECURITY_EMAIL_VERIFIED', user: verified, metadata }),
  );
}

/** A person whom their directory had taken out is in its groups still, and has the rank that these give. */
async function settleJoiner(tx: Tx, user: UserRow, origin: Origin): Promise<OrganizationRole> {
  const { id, organizationId, organizationRole } = user;
  if (!organizationId) return organizationRole;
  await settleRanks(tx, { organizationId, userIds: [id], actor: null }, origin);
  return (await findMember(tx, organizationId, id))?.organizationRole ?? organizationRole;
}

export async function acceptInvite(
  { deps, caller, origin }: Context,
  { token }: { token: string },
): Promise<MembershipRow | AcceptRefusal> {
  const { user } = caller;
  return transact(deps, async (tx) => {
    // Locks the organization before the user, as everywhere.
    const [locked, ids, live, rules, mapped] = await Promise.all([
      lockInvite(tx, sha256(token)),
      lockJoiner(tx, user.id),
      isLive(tx, caller),
      findEntryRules(tx, sha256(token)),
      findMappedOrganizations(tx, user.id),
    ]);
    // A squatter must not take along an account that was reclaimed while this waited.
    if (!live) return refuse('UNAUTHENTICATED');
    const invite = judgeInvite(locked, user.email, origin.now);
    if (typeof invite === 'string') return refuse(faults[invite]);
    const isMember = deps.config.severalOrganizations && ids.includes(invite.organization.id);
    if (isMember) return refuse('ALREADY_JOINED');
    const person = { email: user.email, isVerified: isVerified(deps.config, user) };
    const domains = commonDomains(rules.system, rules.organization);
    const refused = refuseAnother(deps.config, ids) ?? refuseJoining(domains, invite, person);
    if (refused) return refused;
    const { organization, memberCount } = invite;
    const { role } = joinByInvite(tx, user.id, invite, origin.now);
    const joined = { ...user, organizationId: organization.id, organizationRole: role };
    tx.send(recordJoined(tx, origin, joined, invite));
    if (invite.byMailOnly && !user.emailVerifiedAt) verifyByInvite(tx, origin, joined);
    const settled = mapped.includes(organization.id) ? await settleJoiner(tx, joined, origin) : role;
    return { ...organization, role: settled, memberCount: memberCount + 1 };
  });
}
