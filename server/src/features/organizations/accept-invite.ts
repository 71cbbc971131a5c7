import { findUser, markEmailVerified, type UserRow } from '../../identity/accounts/user-store.ts';
import type { Caller, Context } from '../../identity/caller/caller.ts';
import { lockInvite } from '../../identity/memberships/invite-store.ts';
import { join, lockJoiner } from '../../identity/memberships/join.ts';
import { findMappedOrganizations } from '../../identity/memberships/mapped-group-store.ts';
import type { MembershipRow } from '../../identity/memberships/organization-store.ts';
import { commonDomains } from '../../identity/policies/effective-policy.ts';
import { findEntryRules } from '../../identity/policies/joining-store.ts';
import { sha256 } from '../../platform/crypto/credentials.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import { isVerified } from '../../records/present-user.ts';
import { checkInvite, refuseJoining } from './invites.ts';
import { refuseAnother } from './organizations.ts';

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

/** The link was only in the mail: a person who uses it in their own session reads mail there. */
function verifyByInvite(tx: Tx, origin: Origin, user: UserRow): void {
  const verified = { ...user, emailVerifiedAt: origin.now, updatedAt: origin.now };
  const metadata = { email: user.email };
  tx.send(
    markEmailVerified(tx, user.id, origin.now),
    record(tx, origin, { action: 'SECURITY_EMAIL_VERIFIED', user: verified, metadata }),
  );
}

/** As where an emailed link verifies: neither an impersonator nor a key counts as the person. */
function isOwnSession(caller: Caller): boolean {
  return caller.kind === 'session' ? caller.impersonation === null : caller.kind === 'accessToken';
}

export async function acceptInvite(
  { deps, caller, origin }: Context,
  { token }: { token: string },
): Promise<MembershipRow | AcceptRefusal> {
  const { user } = caller;
  return transact(deps, async (tx) => {
    // Locks the organization before the user, as everywhere.
    const [locked, ids, current, rules, mapped] = await Promise.all([
      lockInvite(tx, sha256(token)),
      lockJoiner(tx, caller),
      // Their address may have moved while this waited: the invitation isn't for the new one, and proves nothing of it.
      findUser(tx, user.id, origin.now),
      findEntryRules(tx, sha256(token)),
      findMappedOrganizations(tx, user.id),
    ]);
    if (isRefusal(ids)) return ids;
    if (!current) return refuse('UNAUTHENTICATED');
    const invite = checkInvite(locked, current.email, origin.now);
    if (typeof invite === 'string') return refuse(faults[invite]);
    const isMember = deps.config.severalOrganizations && ids.includes(invite.organization.id);
    if (isMember) return refuse('ALREADY_JOINED');
    const person = { email: current.email, isVerified: isVerified(deps.config, current) };
    const domains = commonDomains(rules.system, rules.organization);
    const refused = refuseAnother(deps.config, ids) ?? refuseJoining(domains, invite, person);
    if (refused) return refused;
    const { organization, memberCount } = invite;
    const isMapped = mapped.includes(organization.id);
    const by = { kind: 'invitation', invite } as const;
    const joined = await join(tx, { user, organization: organization.id, by, isMapped }, origin);
    if (invite.provesMailbox && isOwnSession(caller) && !current.emailVerifiedAt)
      verifyByInvite(tx, origin, joined);
    return { ...organization, role: joined.organizationRole, memberCount: memberCount + 1 };
  });
}
