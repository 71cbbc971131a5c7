import type { LimitRule } from '@latchkey/contract';
import { sha256 } from '../../platform/crypto/credentials.ts';
import { addressLocks } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/sql.ts';

const lockKey = (name: string) => sha256(name).readInt32BE();

/** The account that causes mail to another person's mailbox, as the mail log keeps it. */
export type MailInitiator = { id: string; organizationId: string | null; verified: boolean };

/**
 * Held until the transaction ends. Code that gives an address to an account, takes one back or sends mail that counts
 * takes this after organization and user, and before anything is written: such changes take turns. Always in the same
 * order, so nothing deadlocks: what a sender causes is locked first, by organization and by account.
 *
 * The statement leaves when this is called, not when it is awaited: what is read alongside is read under the lock.
 */
export async function lockAddresses(
  tx: Db,
  addresses: readonly string[],
  sender?: MailInitiator,
): Promise<void> {
  const keys = [...new Set(addresses.map(lockKey))].sort((one, other) => one - other);
  if (sender) keys.unshift(...[sender.organizationId, sender.id].flatMap((id) => (id ? [lockKey(id)] : [])));
  await tx`SELECT pg_advisory_xact_lock(${addressLocks}::int, key) FROM unnest(${keys}::int[]) AS key`;
}

export type CausedMail = {
  createdAt: Date;
  senderId: string | null;
  senderOrganizationId: string | null;
  senderVerified: boolean | null;
};

/** In the log of an erased account, an address is only a hash. */
function erasedTo(db: Db, address: string) {
  return db`address_hash = sha256(convert_to(${address}, 'UTF8'))`;
}

function newestFirst<T extends { createdAt: Date }>(rows: T[]): T[] {
  return rows.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
}

/** The latest mail that other accounts caused for an address, newest first. */
export async function findCaused(db: Db, address: string, limit: number): Promise<CausedMail[]> {
  const [kept, erased] = await Promise.all([
    db<CausedMail[]>`
      SELECT created_at, sender_id, sender_organization_id, sender_verified FROM emails
       WHERE to_address = ${address} AND cause = 'others' ORDER BY created_at DESC LIMIT ${limit}`,
    db<CausedMail[]>`
      SELECT created_at, sender_id, sender_organization_id, sender_verified FROM erased_mail
       WHERE ${erasedTo(db, address)} AND cause = 'others' ORDER BY created_at DESC LIMIT ${limit}`,
  ]);
  return newestFirst([...kept, ...erased]).slice(0, limit);
}

/** When an address last got notices, newest first. */
export async function findNotices(db: Db, address: string, limit: number): Promise<{ createdAt: Date }[]> {
  const [kept, erased] = await Promise.all([
    db<{ createdAt: Date }[]>`
      SELECT created_at FROM emails
       WHERE to_address = ${address} AND cause = 'notice' ORDER BY created_at DESC LIMIT ${limit}`,
    db<{ createdAt: Date }[]>`
      SELECT created_at FROM erased_mail
       WHERE ${erasedTo(db, address)} AND cause = 'notice' ORDER BY created_at DESC LIMIT ${limit}`,
  ]);
  return newestFirst([...kept, ...erased]).slice(0, limit);
}

/** When the account and its organization each caused the mail that is the nth from now, if they caused that many. */
export async function findNthCaused(
  db: Db,
  { id, organizationId }: MailInitiator,
  nth: number,
): Promise<Date[]> {
  const [kept, erased] = await Promise.all([
    db<{ createdAt: Date }[]>`
      (SELECT created_at FROM emails WHERE sender_id = ${id} ORDER BY created_at DESC OFFSET ${nth - 1} LIMIT 1)
      UNION ALL
      (SELECT created_at FROM emails WHERE sender_organization_id = ${organizationId}
        ORDER BY created_at DESC OFFSET ${nth - 1} LIMIT 1)`,
    db`
      SELECT 1 FROM erased_mail WHERE sender_id = ${id} OR sender_organization_id = ${organizationId} LIMIT 1`,
  ]);
  if (erased.length > 0) return findNthOfBoth(db, { id, organizationId }, nth);
  return kept.map(({ createdAt }) => createdAt);
}

/** The same, if some of their recipients were erased within the last day. */
async function findNthOfBoth(
  db: Db,
  { id, organizationId }: Pick<MailInitiator, 'id' | 'organizationId'>,
  nth: number,
): Promise<Date[]> {
  const nthOf = (column: 'sender_id' | 'sender_organization_id', value: string | null) => db`
    SELECT created_at FROM (
      (SELECT created_at FROM emails WHERE ${db(column)} = ${value} ORDER BY created_at DESC LIMIT ${nth})
      UNION ALL
      (SELECT created_at FROM erased_mail WHERE ${db(column)} = ${value} ORDER BY created_at DESC LIMIT ${nth})) AS sent
     ORDER BY created_at DESC OFFSET ${nth - 1} LIMIT 1`;
  const rows = await db<{ createdAt: Date }[]>`
    (${nthOf('sender_id', id)}) UNION ALL (${nthOf('sender_organization_id', organizationId)})`;
  return rows.map(({ createdAt }) => createdAt);
}

/**
 * Whether an address may get one more of a cause, as a condition. Takes no lock: what is sent at the same moment may exceed
 * the limit by a few, once. `type`: only that type counts.
 */
export function belowLimit(
  db: Db,
  address: string,
  { rules, now, type }: { rules: readonly LimitRule[]; now: Date; type: string | null },
) {
  const limits = rules.map(({ limit }) => limit);
  const seconds = rules.map(({ windowMs }) => windowMs / 1000);
  const ofType = type === null ? db`` : db` AND type = ${type}`;
  // Written out, as in the index that finds them.
  const which = type === 'registration_code' ? db`type = 'registration_code'` : db`cause = 'notice'${ofType}`;
  return db`NOT EXISTS (
    SELECT FROM unnest(${limits}::int[], ${seconds}::int[]) AS rule (most, seconds)
     WHERE most <= (SELECT count(*) FROM emails
                     WHERE to_address = ${address} AND ${which}
                       AND created_at > ${now}::timestamptz - make_interval(secs => seconds))
                 + (SELECT count(*) FROM erased_mail
                     WHERE ${erasedTo(db, address)} AND ${which}
                       AND created_at > ${now}::timestamptz - make_interval(secs => seconds)))`;
}
