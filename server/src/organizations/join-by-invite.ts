import type { UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { Statement, Tx } from '../db/sql.ts';
import type { Origin } from '../origin.ts';
import type { Joined } from './create-organization-for.ts';
import { deleteInvite, type LockedInvite } from './invite-store.ts';
import { joinOrganization } from './member-store.ts';
import { presentBareInvite, presentMember } from './present.ts';

/** For a user who is held, and has no organization. Accepting an invitation deletes it. */
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
