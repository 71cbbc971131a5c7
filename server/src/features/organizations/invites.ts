import {
  fullName,
  lifetimes,
  managesRole,
  type OrganizationRole,
  type Pagination,
  paginate,
} from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { findLocaleAt } from '../../identity/accounts/user-store.ts';
import {
  type AnyContext,
  type Context,
  type OpenContext,
  organizationIdOf,
} from '../../identity/caller/caller.ts';
import { brandIn } from '../../identity/memberships/brand.ts';
import {
  countPendingInvites,
  deleteInvite,
  findInvite,
  findInvitee,
  type InviteRow,
  insertInvite,
  type ListedInvite,
  type LockedInvite,
  listPendingInvites,
  type OpenedInvite,
  type SentInvite,
} from '../../identity/memberships/invite-store.ts';
import type { MemberRow } from '../../identity/memberships/member-store.ts';
import {
  type LockedMembership,
  lockMembership,
  type MembershipRefusal,
} from '../../identity/memberships/memberships.ts';
import { presentBareInvite } from '../../identity/memberships/present.ts';
import { resolveRoles } from '../../identity/memberships/team-roles.ts';
import { type DomainRefusal, findDomains, refuseDomain } from '../../identity/policies/email-domains.ts';
import { newToken, sha256 } from '../../platform/crypto/credentials.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { snapshot, transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { refuseUnsolicited, senderOf } from '../../records/email/unsolicited.ts';

const lifetimeMs = lifetimes.inviteDays * 24 * 60 * 60 * 1000;

type InviteRefusal =
  | MembershipRefusal
  | DomainRefusal
  | Refusal<
      'VALIDATION_FAILED' | 'ALREADY_MEMBER' | 'ALREADY_INVITED' | 'RATE_LIMITED' | 'UNVERIFIED_RATE_LIMITED'
    >;

export async function createInvite(
  context: Context,
  { byMailOnly, ...asked }: { email: string; role: OrganizationRole; roles: string[]; byMailOnly: boolean },
): Promise<SentInvite | InviteRefusal> {
  const { deps, caller, origin } = context;
  const { email, role, roles } = asked;
  const { token, hash } = newToken();
  const invite = { id: uuidv7(), ...asked, expiresAt: expiryOf(origin), createdAt: origin.now };
  return transact(deps, async (tx) => {
    const [locked, invitee, limited, domains, own, brand] = await Promise.all([
      lockMembership(tx, caller, 'ADMIN'),
      findInvitee(tx, caller.user.organizationId, email, origin.now),
      refuseUnsolicited(context, tx, { recipient: email }),
      findDomains(tx, caller.user.organizationId),
      findLocaleAt(tx, email),
      brandIn(tx, caller.user.organizationId),
    ]);
    if (isRefusal(locked)) return locked;
    const { organization, actor } = locked;
    if (!managesRole(actor.organizationRole, role)) return refuse('ORGANIZATION_ROLE_TOO_LOW');
    const refused = refuseDomain(domains, email) ?? refuseInvitee(invitee);
    if (refused) return refused;
    const roleIds = await resolveRoles(tx, organization.id, roles);
    if (isRefusal(roleIds)) return roleIds;
    if (limited) return limited;
    const metadata = { inviteId: invite.id, email, role, ...(roles.length > 0 && { roles }) };
    const about = { invite: presentBareInvite(invite) };
    // Where only some domains may join, they need the proof of the mailbox.
    const isShown = !byMailOnly && domains.length === 0;
    const hashes = isShown
      ? { tokenHash: newToken().hash, linkHash: hash }
      : { tokenHash: hash, linkHash: null };
    const from = { organizationId: organization.id, invitedById: actor.id };
    tx.send(
      insertInvite(tx, { ...invite, ...from, roleIds, ...hashes }),
      mailInvite(context, tx, { invite, locked, token, own, brand }),
      record(tx, origin, { action: 'ORG_INVITE_CREATED', user: caller.user, metadata, about }),
    );
    return isShown ? { invite, ...linkOf(deps, token) } : { invite };
  });
}

function refuseInvitee({
  isMember,
  isInvited,
}: Awaited<ReturnType<typeof findInvitee>>): Refusal<'ALREADY_MEMBER' | 'ALREADY_INVITED'> | undefined {
  if (isMember) return refuse('ALREADY_MEMBER');
  return isInvited ? refuse('ALREADY_INVITED') : undefined;
}

export function expiryOf({ now }: { now: Date }): Date {
  return new Date(now.getTime() + lifetimeMs);
}

/** What its holder is shown. */
export function linkOf({ config }: Context['deps'], token: string): { token: string; url: string } {
  return { token, url: `${config.baseUrl}/invite/${token}` };
}

type InviteMail = {
  invite: InviteRow;
  locked: LockedMembership;
  token: string;
  /** The language that the invited person chose, if they have an account. */
  own: string | null | undefined;
  brand: Awaited<ReturnType<typeof brandIn>>;
};

export function mailInvite(context: Context, tx: Tx, { invite, locked, token, own, brand }: InviteMail) {
  const { deps, origin } = context;
  const { email, role, expiresAt } = invite;
  const names = { organizationName: locked.organization.name, inviterName: nameOf(locked.actor) };
  const { url: link } = linkOf(deps, token);
  const mail = { type: 'invite', link, ...names, role, expiresAt, brand } as const;
  const locale = own ?? origin.chosenLocale?.();
  return deps.outbox.enqueue(tx, { to: email, userId: null, locale, sender: senderOf(context), mail });
}

function nameOf({ username, email, ...names }: MemberRow): string {
  return fullName(names) || username || email;
}

type Listed = { invites: ListedInvite[]; pagination: z.infer<typeof Pagination> };

export async function listInvites(
  { deps, caller, origin: { now } }: AnyContext,
  { page, limit, search }: { page: number; limit: number; search?: string | undefined },
): Promise<Listed | Refusal<'NO_ORGANIZATION'>> {
  const organizationId = organizationIdOf(caller);
  if (!organizationId) return refuse('NO_ORGANIZATION');
  return snapshot(deps.sql, async (tx) => {
    const [total, invites] = await Promise.all([
      countPendingInvites(tx, { organizationId, search, now }),
      listPendingInvites(tx, { organizationId, search, now }, { limit, offset: (page - 1) * limit }),
    ]);
    return { invites, pagination: paginate(page, limit, total) };
  });
}

export async function cancelInvite(
  { deps, caller, origin }: Context,
  { inviteId }: { inviteId: string },
): Promise<undefined | MembershipRefusal | Refusal<'NOT_FOUND'>> {
  return transact(deps, async (tx) => {
    const locked = await lockMembership(tx, caller, 'ADMIN');
    if (isRefusal(locked)) return locked;
    const [canceled] = await deleteInvite(tx, locked.organization.id, inviteId);
    if (!canceled) return refuse('NOT_FOUND');
    const metadata = { inviteId, email: canceled.email, role: canceled.role };
    const about = { invite: presentBareInvite(canceled) };
    await record(tx, origin, { action: 'ORG_INVITE_CANCELLED', user: caller.user, metadata, about });
    return undefined;
  });
}

/** An invitation ends at the moment of its expiry. */
function isExpired(invite: { expiresAt: Date }, now: Date): boolean {
  return invite.expiresAt <= now;
}

/** The invitation, if it serves this address now; else what is wrong with it. */
export function checkInvite<I extends { email: string; expiresAt: Date }>(
  invite: I | undefined,
  email: string,
  now: Date,
): I | 'unknown' | 'expired' | 'otherEmail' {
  if (!invite) return 'unknown';
  if (isExpired(invite, now)) return 'expired';
  return invite.email === email ? invite : 'otherEmail';
}

/**
 * Where only some domains may join, a person needs an address at one of them that is proven to be theirs: verified
 * before, or by the link that only the mailbox got.
 */
export function refuseJoining(
  domains: readonly string[],
  { provesMailbox }: Pick<LockedInvite, 'provesMailbox'>,
  { email, isVerified }: { email: string; isVerified: boolean },
): DomainRefusal | Refusal<'EMAIL_NOT_VERIFIED'> | undefined {
  const refused = refuseDomain(domains, email);
  if (refused || domains.length === 0) return refused;
  return provesMailbox || isVerified ? undefined : refuse('EMAIL_NOT_VERIFIED');
}

export async function getInvite(
  { deps, origin }: OpenContext,
  { token }: { token: string },
): Promise<OpenedInvite | Refusal<'NOT_FOUND' | 'INVITE_EXPIRED'>> {
  const invite = await findInvite(deps.sql, sha256(token));
  if (!invite) return refuse('NOT_FOUND');
  return isExpired(invite, origin.now) ? refuse('INVITE_EXPIRED') : invite;
}
