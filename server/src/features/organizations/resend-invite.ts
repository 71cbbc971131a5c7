import { managesRole } from '@latchkey/contract';
import { findLocaleAt } from '../../identity/accounts/user-store.ts';
import type { Context } from '../../identity/caller/caller.ts';
import { brandIn } from '../../identity/memberships/brand.ts';
import {
  findInviteOf,
  type InviteRow,
  renewInvite,
  replaceLink,
  type SentInvite,
} from '../../identity/memberships/invite-store.ts';
import {
  type LockedMembership,
  lockMembership,
  type MembershipRefusal,
} from '../../identity/memberships/memberships.ts';
import { presentBareInvite } from '../../identity/memberships/present.ts';
import { type DomainRefusal, findDomains, refuseDomain } from '../../identity/policies/email-domains.ts';
import { newToken } from '../../platform/crypto/credentials.ts';
import type { Statement, Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { refuseUnsolicited } from '../../records/email/unsolicited.ts';
import { expiryOf, linkOf, mailInvite } from './invites.ts';

type OpenInvite = LockedMembership & { invite: InviteRow };
type OpenRefusal = MembershipRefusal | Refusal<'NOT_FOUND'>;
type Renewal = 'ORG_INVITE_RESENT' | 'ORG_INVITE_LINK_CREATED';

/** An open invitation that the caller could have sent, for a transaction that changes its links. */
async function lockOpenInvite(
  tx: Tx,
  { caller, origin }: Context,
  inviteId: string,
): Promise<OpenInvite | OpenRefusal> {
  const locked = await lockMembership(tx, caller, 'ADMIN');
  if (isRefusal(locked)) return locked;
  const invite = await findInviteOf(tx, locked.organization.id, { id: inviteId, now: origin.now });
  if (!invite) return refuse('NOT_FOUND');
  // An ADMIN who got the link to become an OWNER could register with it at the invited address.
  return managesRole(locked.actor.organizationRole, invite.role)
    ? { ...locked, invite }
    : refuse('ORGANIZATION_ROLE_TOO_LOW');
}

function recordRenewal(tx: Tx, { caller, origin }: Context, action: Renewal, invite: InviteRow): Statement {
  const metadata = { inviteId: invite.id, email: invite.email, role: invite.role };
  return record(tx, origin, {
    action,
    user: caller.user,
    metadata,
    about: { invite: presentBareInvite(invite) },
  });
}

/** Mails a new link, for another seven days. */
export async function resendInvite(
  context: Context,
  { inviteId }: { inviteId: string },
): Promise<InviteRow | OpenRefusal | DomainRefusal | Refusal<'RATE_LIMITED' | 'UNVERIFIED_RATE_LIMITED'>> {
  const { deps, origin } = context;
  const { token, hash: tokenHash } = newToken();
  return transact(deps, async (tx) => {
    const open = await lockOpenInvite(tx, context, inviteId);
    if (isRefusal(open)) return open;
    const { organization, actor } = open;
    const { email } = open.invite;
    const [limited, domains, own, brand] = await Promise.all([
      refuseUnsolicited(context, tx, { recipient: email }),
      findDomains(tx, organization.id),
      findLocaleAt(tx, email),
      brandIn(tx, organization.id),
    ]);
    const refused = refuseDomain(domains, email) ?? limited;
    if (refused) return refused;
    const renewed = { invitedById: actor.id, tokenHash, expiresAt: expiryOf(origin), now: origin.now };
    const invite = await renewInvite(tx, open.invite.id, renewed);
    if (!invite) return refuse('NOT_FOUND');
    tx.send(
      mailInvite(context, tx, { invite, locked: open, token, own, brand }),
      recordRenewal(tx, context, 'ORG_INVITE_RESENT', invite),
    );
    return invite;
  });
}

/** A link to hand over. It is never the one that was mailed, so using it doesn't prove the mailbox. */
export async function createInviteLink(
  context: Context,
  { inviteId }: { inviteId: string },
): Promise<SentInvite | OpenRefusal | Refusal<'INVITE_BY_MAIL_ONLY'>> {
  const { deps, origin } = context;
  const { token, hash: linkHash } = newToken();
  return transact(deps, async (tx) => {
    const open = await lockOpenInvite(tx, context, inviteId);
    if (isRefusal(open)) return open;
    const domains = await findDomains(tx, open.organization.id);
    if (domains.length > 0) return refuse('INVITE_BY_MAIL_ONLY');
    const handed = { invitedById: open.actor.id, linkHash, now: origin.now };
    const invite = await replaceLink(tx, open.invite.id, handed);
    if (!invite) return refuse('NOT_FOUND');
    tx.send(recordRenewal(tx, context, 'ORG_INVITE_LINK_CREATED', invite));
    return { invite, ...linkOf(deps, token) };
  });
}
