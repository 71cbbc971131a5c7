import type { Db, Sql } from './sql.ts';

// Any constants would do; every node must use the same ones.
const locks = { audit: 7_236_491_057, sweep: 7_236_491_058, seal: 7_236_491_059 };

/** A transaction of a kind that runs one at a time across all nodes: undefined while another holds the lock. */
export async function oneAtATime<T>(
  sql: Sql,
  kind: keyof typeof locks,
  work: (tx: Db) => Promise<T>,
): Promise<T | undefined> {
  const result = await sql.begin(async (tx) => {
    // The server takes the lock back from a node that freezes with it.
    const [lock] = await tx<{ taken: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(${locks[kind]}) AS taken,
             set_config('idle_in_transaction_session_timeout', '10s', true)`;
    return lock?.taken ? work(tx) : undefined;
  });
  return result as T | undefined;
}
