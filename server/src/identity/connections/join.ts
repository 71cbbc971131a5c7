import type { SsoError } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Tx } from '../../platform/db/sql.ts';
import { record } from '../../records/audit/record.ts';
import { insertUser, type UserRow } from '../accounts/user-store.ts';
import type { OpenContext } from '../deps.ts';
import { settleRanks } from '../memberships/directory-ranks.ts';
import { deleteInvite, findOpenInvite, type InviteRow } from '../memberships/invite-store.ts';
import { forgetRemoval, joinOrganization } from '../memberships/member-store.ts';
import { presentBareInvite, presentMember } from '../memberships/present.ts';
import { mayJoin } from '../policies/email-domains.ts';
import type { Vouched } from '../sessions/pending-login-store.ts';
import type { ConnectionRow } from './connection-store.ts';

/** Why a person whom an identity provider vouches for doesn't get in, and whose account it is about. */
export type NotAdmitted = { failed: SsoError; user: UserRow | null };

type Joining = { user: UserRow; organizationId: string; invitation: InviteRow | undefined };

/** Makes a user a member: in the role of an open invitation, else as MEMBER. */
export async function join(
  { origin }: OpenContext,
  tx: Tx,
  { user, organizationId, invitation }: Joining,
): Promise<UserRow> {
  const role = invitation?.role ?? 'MEMBER';
  await joinOrganization(tx, { userId: user.id, organizationId, role, now: origin.now });
  await forgetRemoval(tx, organizationId, user.id);
  const joined: UserRow = { ...user, organizationId, organizationRole: role };
  const about = { member: presentMember(joined) };
  if (invitation) await recordAccepted(tx, joined, { organizationId, invitation }, origin);
  else await record(tx, origin, { action: 'ORG_MEMBER_JOINED', user: joined, organizationId, about });
  // Their directory may have taken them out, and left them in its groups.
  await settleRanks(tx, { organizationId, userIds: [user.id], actor: null }, origin);
  return joined;
}

async function recordAccepted(
  tx: Tx,
  joined: UserRow,
  { organizationId, invitation }: { organizationId: string; invitation: InviteRow },
  origin: OpenContext['origin'],
): Promise<void> {
  await deleteInvite(tx, organizationId, invitation.id);
  await record(tx, origin, {
    action: 'ORG_INVITE_ACCEPTED',
    user: joined,
    organizationId,
    metadata: { inviteId: invitation.id, role: invitation.role },
    about: { member: presentMember(joined), invite: presentBareInvite(invitation) },
  });
}

/** Creates the account of a person who is new here. Their address is verified, and they have no password. */
export async function provision(
  context: OpenContext,
  tx: Tx,
  connection: ConnectionRow,
  { email, firstName, lastName }: Vouched,
): Promise<{ user: UserRow; isNew: true; connection: ConnectionRow } | NotAdmitted> {
  const { origin } = context;
  const { id: connectionId, organizationId, provisioning } = connection;
  const { now } = origin;
  const invitation = await findOpenInvite(tx, organizationId, email, now);
  if (!invitation && !provisioning) return { failed: 'sso_not_provisioned', user: null };
  if (!(await mayJoin(tx, organizationId, email))) return { failed: 'sso_email_not_allowed', user: null };
  const made = { id: uuidv7(), email, username: null, passwordHash: null, firstName, lastName };
  const inserted = await insertUser(tx, { ...made, role: 'USER', emailVerifiedAt: now, now });
  // Another account can still get the address back.
  if (!inserted) return { failed: 'sso_conflict', user: null };
  const user = await join(context, tx, { user: inserted, organizationId, invitation });
  const { organizationRole } = user;
  const metadata = { connectionId, organizationId, organizationRole };
  await record(tx, origin, { action: 'AUTH_REGISTER', user, organizationId, metadata });
  await record(tx, origin, {
    action: 'AUTH_SSO_PROVISIONED',
    user,
    organizationId,
    metadata: { connectionId, targetUserId: user.id },
  });
  return { user, isNew: true, connection };
}
