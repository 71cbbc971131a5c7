import type { Db } from '../db/sql.ts';

// Any constant would do; every node must use the same one.
const lockId = 7_236_491_056;

/**
 * Held until the transaction ends. Whoever changes roles, who holds them, or who is an active ADMIN takes it before any
 * other lock: such changes take turns, so that two of them cannot close a cycle or leave nobody in charge.
 */
export async function lockPrivileges(tx: Db): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(${lockId})`;
}
