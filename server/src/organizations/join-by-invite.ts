import { type AuditEvent, record } from '../audit/record.ts';
import type { Db } from '../db/sql.ts';
import type { Origin } from '../origin.ts';
import type { Joined } from './create-organization-for.ts';
import { deleteInvite, type LockedInvite } from './invite-store.ts';
import { joinOrganization } from './member-store.ts';

/** Accepting an invitation deletes it. When the user has an organization by now, the invitation stays. */
export async function joinByInvite(
  db: Db,
  userId: string,
  invite: LockedInvite,
  now: Date,
): Promise<Joined | undefined> {
  const { organizationId, role } = invite;
  if (!(await joinOrganization(db, { userId, organizationId, role, now }))) return undefined;
  await deleteInvite(db, organizationId, invite.id);
  return { id: organizationId, name: invite.organizationName, slug: invite.organizationSlug, role };
}

export async function recordJoined(
  db: Db,
  origin: Origin,
  user: AuditEvent['user'],
  invite: LockedInvite,
): Promise<void> {
  const metadata = { inviteId: invite.id, role: invite.role };
  await record(db, origin, { action: 'ORG_INVITE_ACCEPTED', user, metadata });
}
