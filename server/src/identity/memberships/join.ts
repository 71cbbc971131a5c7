import type { OrganizationRole } from '@latchkey/contract';
import type { Statement, Tx } from '../../platform/db/sql.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import type { UserRow } from '../accounts/user-store.ts';
import type { Caller } from '../caller/caller.ts';
import { isLive } from '../sessions/session-store.ts';
import { settleRanks } from './directory-ranks.ts';
import { deleteInvite, type InviteRow } from './invite-store.ts';
import { isInMappedGroup } from './mapped-group-store.ts';
import { joinOrganization, lockOrganizationsJoined, type MemberRow } from './member-store.ts';
import type { OrganizationRow } from './organization-store.ts';
import { presentBareInvite, presentBareOrganization, presentMember } from './present.ts';

/** What lets a person join. */
export type JoinedBy =
  | { kind: 'invitation'; invite: InviteRow }
  | { kind: 'domain'; domain: string }
  | { kind: 'directory'; adopted: boolean }
  | { kind: 'connection' }
  | { kind: 'creation'; organization: OrganizationRow };

type Joining = {
  /** Locked, or new. */
  user: UserRow;
  organization: string;
  by: JoinedBy;
  /** Whether they are in a group of its directory that gives a rank, if that is known: a new account is in none. */
  isMapped?: boolean;
};

/**
 * Makes a person a member: the only way to become one. Forgets that they were removed, spends the invitation, and gives
 * the rank that their directory's groups stand for. Returns them as the organization sees them. The new row refers to the
 * organization, so this waits for a change that has locked it.
 */
export async function join(
  tx: Tx,
  { user, organization: organizationId, by, isMapped }: Joining,
  origin: Origin,
): Promise<UserRow> {
  const role = rankBy(by);
  const joined: UserRow = { ...user, organizationId, organizationRole: role };
  const inviteId = by.kind === 'invitation' ? by.invite.id : null;
  tx.send(joinOrganization(tx, { userId: user.id, organizationId, role, inviteId, now: origin.now }));
  if (by.kind === 'invitation') tx.send(deleteInvite(tx, organizationId, by.invite.id));
  tx.send(recordJoined(tx, joined, by, origin));
  const isNew = by.kind === 'creation' || (by.kind === 'directory' && !by.adopted);
  // Their directory may have taken them out, and left them in its groups.
  if (isNew || !(isMapped ?? (await isInMappedGroup(tx, organizationId, user.id)))) return joined;
  await settleRanks(tx, { organizationId, userIds: [user.id], actor: null }, origin);
  return { ...joined, organizationRole: role === 'OWNER' ? role : 'ADMIN' };
}

/**
 * Locks the caller, who is about to join, and returns the organizations that they belong to. Their credential may have
 * ended while this waited: a squatter must not take along an account that was reclaimed meanwhile.
 */
export async function lockJoiner(tx: Tx, caller: Caller): Promise<string[] | Refusal<'UNAUTHENTICATED'>> {
  const [ids, live] = await Promise.all([lockOrganizationsJoined(tx, caller.user.id), isLive(tx, caller)]);
  return live ? ids : refuse('UNAUTHENTICATED');
}

/** The rank that a person joins with. */
export function rankBy(by: JoinedBy): OrganizationRole {
  if (by.kind === 'creation') return 'OWNER';
  return by.kind === 'invitation' ? by.invite.role : 'MEMBER';
}

function recordJoined(tx: Tx, joined: UserRow, by: JoinedBy, origin: Origin): Statement {
  const { organizationId } = joined;
  const filed = { user: joined, organizationId };
  const roles = by.kind === 'invitation' ? by.invite.roles : [];
  const member = presentMember({ ...joined, roles });
  switch (by.kind) {
    case 'creation': {
      const { name, slug } = by.organization;
      const about = { organization: presentBareOrganization(by.organization) };
      return record(tx, origin, { ...filed, action: 'ORG_CREATED', metadata: { name, slug }, about });
    }
    case 'invitation': {
      const metadata = { inviteId: by.invite.id, role: by.invite.role, ...(roles.length > 0 && { roles }) };
      const about = { invite: presentBareInvite(by.invite), member };
      return record(tx, origin, { ...filed, action: 'ORG_INVITE_ACCEPTED', metadata, about });
    }
    case 'directory':
      return recordProvisioned(tx, { ...joined, roles }, { adopted: by.adopted }, origin);
    default: {
      const metadata = by.kind === 'domain' ? { domain: by.domain } : {};
      return record(tx, origin, { ...filed, action: 'ORG_MEMBER_JOINED', metadata, about: { member } });
    }
  }
}

/** Also for members whom the directory has just been linked to. */
export function recordProvisioned(
  tx: Tx,
  member: MemberRow & { organizationId: string | null },
  { adopted }: { adopted: boolean },
  origin: Origin,
): Statement {
  return record(tx, origin, {
    action: 'ORG_MEMBER_PROVISIONED',
    user: null,
    organizationId: member.organizationId,
    metadata: { targetUserId: member.id, adopted },
    about: { member: presentMember(member) },
  });
}
