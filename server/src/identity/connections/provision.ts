import type { SsoError } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Tx } from '../../platform/db/sql.ts';
import { record } from '../../records/audit/record.ts';
import { insertUser, type UserRow } from '../accounts/user-store.ts';
import type { OpenContext } from '../deps.ts';
import { heedRegistration } from '../hooks/registration.ts';
import { findOpenInvite, type InviteRow } from '../memberships/invite-store.ts';
import { type JoinedBy, join } from '../memberships/join.ts';
import { mayJoin } from '../policies/email-domains.ts';
import type { Vouched } from '../sessions/pending-login-store.ts';
import type { ConnectionRow } from './connection-store.ts';

/** Why a person whom an identity provider vouches for doesn't get in, and whose account it is about. */
export type NotAdmitted = { failed: SsoError; user: UserRow | null };

/** An open invitation counts, even if they come by the connection. */
export const joinedBy = (invite: InviteRow | undefined): JoinedBy =>
  invite ? { kind: 'invitation', invite } : { kind: 'connection' };

/** Creates the account of a person who is new here. Their address is verified, and they have no password. */
export async function provision(
  context: OpenContext,
  tx: Tx,
  connection: ConnectionRow,
  { email, firstName, lastName }: Vouched,
): Promise<{ user: UserRow; isNew: true; isFresh: true; connection: ConnectionRow } | NotAdmitted> {
  const { origin } = context;
  const { id: connectionId, organizationId, provisioning } = connection;
  const { now } = origin;
  const invitation = await findOpenInvite(tx, organizationId, email, now);
  if (!invitation && !provisioning) return { failed: 'sso_not_provisioned', user: null };
  if (!(await mayJoin(tx, organizationId, email))) return { failed: 'sso_email_not_allowed', user: null };
  const made = { id: uuidv7(), email, username: null, passwordHash: null, firstName, lastName };
  const fresh = await insertUser(tx, { ...made, role: 'USER', emailVerifiedAt: now, now });
  // Another account can still get the address back.
  if (!fresh) return { failed: 'sso_conflict', user: null };
  const invited = invitation && { organizationId, role: invitation.role };
  const asked = { method: 'sso', invitation: invited, connectionId };
  const inserted = await heedRegistration(context, tx, fresh, asked);
  const joining = { user: inserted, organization: organizationId, by: joinedBy(invitation), isMapped: false };
  const user = await join(tx, joining, origin);
  const { organizationRole } = user;
  const metadata = { connectionId, organizationId, organizationRole };
  await record(tx, origin, { action: 'AUTH_REGISTER', user, organizationId, metadata });
  await record(tx, origin, {
    action: 'AUTH_SSO_PROVISIONED',
    user,
    organizationId,
    metadata: { connectionId, targetUserId: user.id },
  });
  return { user, isNew: true, isFresh: true, connection };
}
