import type { Db } from '../../platform/db/sql.ts';
import { record, type UserEvent } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import { takeDeletion } from '../accounts/deletion-store.ts';
import { setActive, type UserRow } from '../accounts/user-store.ts';

type Cancel = {
  reason: 'link' | 'email_change_undone' | 'activated';
  /** With a link, only in time. */
  link?: { hash: Buffer; now: Date };
  /** The ADMIN who did it, with what the entry says about the user. */
  by?: { actor: UserRow | null; about: Pick<UserEvent, 'organizationId' | 'metadata' | 'about'> };
};

/**
 * Keeps an account that is about to be erased. It is active again, unless an ADMIN deactivated it meanwhile. Undefined if
 * nothing was scheduled. Needs a transaction that holds the user.
 */
export async function cancelDeletionOf(
  tx: Db,
  user: UserRow,
  { reason, link, by }: Cancel,
  origin: Origin,
): Promise<UserRow | undefined> {
  const taken = await takeDeletion(tx, user.id, link);
  if (!taken) return undefined;
  const isActive = user.isActive || taken.reactivates;
  if (isActive !== user.isActive) await setActive(tx, user.id, isActive, origin.now);
  const kept = { ...user, isActive, updatedAt: origin.now };
  const metadata = { ...by?.about.metadata, reason, active: isActive };
  const action = 'AUTH_DELETION_CANCELLED';
  await (by
    ? record(tx, origin, { action, user: by.actor, ...by.about, metadata })
    : record(tx, origin, { action, user: kept, metadata }));
  return kept;
}
