import { unsolicitedMail } from '@latchkey/contract';
import { sha256 } from '../crypto/credentials.ts';
import type { Db } from '../db/sql.ts';

// Any constant would do; every node must use the same one.
const lockClass = 7_236_491;

/**
 * Held until the transaction ends. Code that gives an address to an account, takes one back or sends unsolicited mail
 * takes this after organization and user, and before anything is written: such changes take turns. Always in the same
 * order, so nothing deadlocks.
 *
 * The statement leaves when this is called, not when it is awaited: what is read alongside is read under the lock.
 */
export async function lockAddresses(tx: Db, addresses: readonly string[]): Promise<void> {
  const keys = [...new Set(addresses.map((address) => sha256(address).readInt32BE()))];
  keys.sort((one, other) => one - other);
  await tx`SELECT pg_advisory_xact_lock(${lockClass}::int, key) FROM unnest(${keys}::int[]) AS key`;
}

/** When an address last got unsolicited mail, newest first. */
export async function findUnsolicited(db: Db, address: string, limit: number): Promise<Date[]> {
  const rows = await db<{ createdAt: Date }[]>`
    SELECT created_at FROM emails WHERE to_address = ${address} AND unsolicited
     ORDER BY created_at DESC LIMIT ${limit}`;
  return rows.map(({ createdAt }) => createdAt);
}

/**
 * Whether an address may get one more, as a condition. Takes no lock: what is sent at the same moment may exceed the
 * limit by a few, once. `type`: only such mail counts.
 */
export function belowLimit(db: Db, address: string, now: Date, type: string | null) {
  const limits = unsolicitedMail.map(({ limit }) => limit);
  const seconds = unsolicitedMail.map(({ windowMs }) => windowMs / 1000);
  return db`NOT EXISTS (
    SELECT FROM unnest(${limits}::int[], ${seconds}::int[]) AS rule (most, seconds)
     WHERE most <= (SELECT count(*) FROM emails
                     WHERE to_address = ${address} AND unsolicited
                       AND created_at > ${now}::timestamptz - make_interval(secs => seconds)
                       AND (${type}::text IS NULL OR type = ${type})))`;
}
