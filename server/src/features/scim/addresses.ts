import { Email } from '@latchkey/contract';
import { voidUndos } from '../../identity/accounts/email-change-store.ts';
import { isEmailTaken, type UserRow } from '../../identity/accounts/user-store.ts';
import { endAllAccess } from '../../identity/credentials/end-access.ts';
import { findRanks } from '../../identity/memberships/member-store.ts';
import { moveAddress } from '../../identity/recovery/email-change.ts';
import type { Tx } from '../../platform/db/sql.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { aboutUser } from '../../records/audit/about-user.ts';
import { record } from '../../records/audit/record.ts';
import { lockAddresses } from '../../records/email/address-store.ts';
import { mailUser } from '../../records/email/outbox.ts';
import type { Target } from './activity.ts';
import { type BadValue, badValue, type PersonChanges } from './attributes.ts';
import { type DirectoryContext, forbidden, isProven, notUnique } from './directory.ts';
import type { PersonRow, Reach } from './person-store.ts';

/** An address as it is compared and stored. */
export function readAddress(text: string): { email: string } | BadValue {
  const read = Email.safeParse(text);
  return read.success ? { email: read.data } : badValue('The address is not a valid email address.');
}

/** The address that the directory sent, and whether the account moves to it. */
export type Move = { sent: string; moves: boolean };

/**
 * What becomes of the address in a change. Repeating the last one changes nothing, even if the person has another by now,
 * and beside `active: false` none counts.
 */
export async function decideMove(
  { origin }: Pick<DirectoryContext, 'origin'>,
  tx: Tx,
  { person, reach }: { person: PersonRow; reach: Reach },
  { email: given, active }: PersonChanges,
): Promise<Move | undefined | BadValue | Refusal<'SCIM_FORBIDDEN' | 'SCIM_UNIQUENESS'>> {
  if (given === undefined || active === false) return undefined;
  const read = readAddress(given);
  if ('refused' in read) return read;
  const { email: sent } = read;
  const { email: held } = person;
  if (sent === person.sentEmail || held === null) return undefined;
  if (sent === held) return { sent, moves: false };
  if (![held, sent].every((email) => isProven(reach, email)))
    return forbidden('An address moves only between domains that the organization has verified.');
  const ranks = await findRanks(tx, person.id);
  if (ranks.some(({ organizationRole }) => organizationRole === 'OWNER'))
    return forbidden("A directory can't change the address of an OWNER.");
  await lockAddresses(tx, [held, sent]);
  return (await isEmailTaken(tx, sent, origin.now, person.id))
    ? notUnique('Another account has this address.')
    : { sent, moves: true };
}

/** Once `decideMove` lets it pass. The address stays verified, and no link undoes the move. */
export async function moveTo(
  { deps, origin }: Pick<DirectoryContext, 'deps' | 'origin'>,
  tx: Tx,
  { user, organizationId }: Target,
  email: string,
): Promise<UserRow> {
  const { now } = origin;
  await voidUndos(tx, user.id);
  const after = await moveAddress(tx, user, { email, verifiedAt: user.emailVerifiedAt, now });
  const [from, to] = [user, after].map((each) => ({ ...each, organizationId })) as [UserRow, UserRow];
  const about = aboutUser(from, { from: user.email, to: email }, to);
  await record(tx, origin, { action: 'SECURITY_EMAIL_CHANGED', user: null, ...about });
  await endAllAccess(tx, to, { reason: 'email_changed', actor: null }, origin);
  await mailUser(deps, tx, user, { type: 'email_changed', newEmail: email, at: now });
  return after;
}
