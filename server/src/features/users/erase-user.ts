import type { UserRow } from '../../identity/accounts/user-store.ts';
import type { Deps } from '../../identity/deps.ts';
import { presentBareInvite } from '../../identity/memberships/present.ts';
import type { Db } from '../../platform/db/sql.ts';
import { queueErasure } from '../../records/audit/erasure-store.ts';
import { record } from '../../records/audit/record.ts';
import { lockAddresses } from '../../records/email/address-store.ts';
import type { Origin } from '../../records/origin.ts';
import {
  eraseFailures,
  eraseFromImpersonations,
  eraseInvitesTo,
  eraseMail,
  findOwnAlone,
  listVerified,
} from './erase-store.ts';

type ErasingContext = { deps: Pick<Deps, 'outbox'>; origin: Origin };

/**
 * Erases what is kept about a person outside their account; the account goes next, by `removeUser`. Needs a transaction
 * that holds the organization and the user.
 */
export async function erasePerson(
  { deps, origin }: ErasingContext,
  tx: Db,
  user: UserRow,
  actor: UserRow | null,
): Promise<void> {
  const { now } = origin;
  const { id, email, firstName, locale } = user;
  const addresses = await listVerified(tx, id);
  await lockAddresses(tx, [email, ...addresses]);
  const own = await findOwnAlone(tx, id, addresses);
  const verified = user.emailVerifiedAt !== null;
  // The address is theirs now, even if it was another account's before.
  const theirs = verified ? [...new Set([...own, email])] : own;
  for (const { organizationId, ...invite } of await eraseInvitesTo(tx, theirs))
    await record(tx, origin, {
      action: 'ORG_INVITE_CANCELLED',
      user: actor,
      organizationId,
      metadata: { inviteId: invite.id, role: invite.role, reason: 'invitee_deleted' },
      about: { invite: presentBareInvite(invite) },
    });
  await eraseMail(tx, { id, own, email: verified ? email : null }, now);
  await eraseFailures(tx, id, theirs);
  await eraseFromImpersonations(tx, id);
  await queueErasure(tx, { personId: id, emails: own, now });
  // Last: the log is erased, except for this one, which goes once it is sent.
  const mail = { type: 'account_deleted', at: now } as const;
  await deps.outbox.enqueue(tx, { to: email, userId: null, firstName, verified, locale, mail });
}
