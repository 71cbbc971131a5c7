import type { AuditEvent } from '../audit/event.ts';
import { record } from '../audit/record.ts';
import type { Db } from '../db/sql.ts';
import type { Origin } from '../origin.ts';
import { deleteInvitesBy } from './invite-store.ts';
import { presentBareInvite } from './present.ts';

type Inviter = { id: string; organizationId: string | null };
type Because = {
  actor: AuditEvent['user'];
  reason:
    | 'inviter_left'
    | 'inviter_removed'
    | 'inviter_demoted'
    | 'inviter_deactivated'
    | 'inviter_deleted'
    | 'email_change_undone';
  since?: Date | null;
};

/**
 * Cancels the open invitations above MEMBER of somebody who lost standing, even if they still rank high; with a time,
 * all they have sent since then. Needs a transaction that has locked the organization.
 */
export async function dropInvites(
  tx: Db,
  { id, organizationId }: Inviter,
  { actor, reason, since = null }: Because,
  origin: Origin,
): Promise<void> {
  if (!organizationId) return;
  const dropped = await deleteInvitesBy(tx, { inviterId: id, organizationId, since, now: origin.now });
  for (const invite of dropped)
    await record(tx, origin, {
      action: 'ORG_INVITE_CANCELLED',
      user: actor,
      organizationId,
      metadata: { inviteId: invite.id, email: invite.email, role: invite.role, reason, invitedById: id },
      about: { invite: presentBareInvite(invite) },
    });
}
