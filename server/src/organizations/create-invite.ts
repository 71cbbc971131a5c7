import { lifetimes, managesRole, type OrganizationRole } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import { newToken } from '../crypto/credentials.ts';
import { transact } from '../db/transact.ts';
import { refuseUnsolicited } from '../email/unsolicited.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { findInvitee, type InviteRow, insertInvite } from './invite-store.ts';
import { lockMembership, type MembershipRefusal } from './lock-membership.ts';
import type { MemberRow } from './member-store.ts';
import { presentBareInvite } from './present.ts';

const lifetimeMs = lifetimes.inviteDays * 24 * 60 * 60 * 1000;

/** The token leaves in this answer and in the mail, and nowhere else. */
export type SentInvite = { invite: InviteRow; token: string; url: string };

export async function createInvite(
  { deps, caller, origin }: Context,
  { email, role }: { email: string; role: OrganizationRole },
): Promise<SentInvite | MembershipRefusal | Refusal<'ALREADY_MEMBER' | 'ALREADY_INVITED' | 'RATE_LIMITED'>> {
  const { token, hash: tokenHash } = newToken();
  const url = `${deps.config.baseUrl}/invite/${token}`;
  const expiresAt = new Date(origin.now.getTime() + lifetimeMs);
  const invite = { id: uuidv7(), email, role, expiresAt, createdAt: origin.now };
  return transact(deps, async (tx) => {
    const [locked, invitee, limited] = await Promise.all([
      lockMembership(tx, caller, 'ADMIN'),
      findInvitee(tx, caller.user.organizationId, email, origin.now),
      refuseUnsolicited(tx, [email], origin.now),
    ]);
    if (isRefusal(locked)) return locked;
    const { organization, actor } = locked;
    if (!managesRole(actor.organizationRole, role)) return refuse('ORGANIZATION_ROLE_TOO_LOW');
    if (invitee.isMember) return refuse('ALREADY_MEMBER');
    if (limited) return limited;
    if (invitee.isInvited) return refuse('ALREADY_INVITED');
    const { name: organizationName } = organization;
    const mail = {
      type: 'invite',
      link: url,
      organizationName,
      inviterName: nameOf(actor),
      role,
      expiresAt,
    } as const;
    const metadata = { inviteId: invite.id, email, role };
    const about = { invite: presentBareInvite(invite) };
    tx.send(
      insertInvite(tx, { ...invite, organizationId: organization.id, invitedById: actor.id, tokenHash }),
      deps.outbox.enqueue(tx, { to: email, userId: null, mail }),
      record(tx, origin, { action: 'ORG_INVITE_CREATED', user: caller.user, metadata, about }),
    );
    return { invite, token, url };
  });
}

function nameOf({ firstName, lastName, username, email }: MemberRow): string {
  return [firstName, lastName].filter(Boolean).join(' ') || username || email;
}
