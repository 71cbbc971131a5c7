import { locks } from './locks.ts';
import type { Db, Reading, Sql, Tx } from './sql.ts';

const deadlock = '40P01';
const serializationFailure = '40001';
const attempts = 3;

/** Thrown by work that was overtaken while it took its locks. If that keeps happening, the service is busy. */
export class StartOver extends Error {
  readonly code = serializationFailure;
}

/**
 * One transaction; mail it enqueued leaves as soon as it commits. Refusals are returned, never thrown. The victim of a
 * deadlock left nothing behind and starts over, so `work` must have no effect outside the transaction.
 */
export async function transact<T>(
  deps: { sql: Sql; outbox: { wake(): void } },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await deps.sql.begin(work);
      deps.outbox.wake();
      return result;
    } catch (error) {
      const passing = error instanceof StartOver || (error as { code?: string }).code === deadlock;
      if (!passing || attempt === attempts) throw error;
    }
  }
}

/**
 * The same tools, whose transactions are now parts of this one. They succeed or fail together: after the first fault, no
 * other begins.
 */
export function within<D extends { sql: Sql }>(deps: D, tx: Tx): D {
  let fault: unknown;
  const begin = async (...given: unknown[]) => {
    if (fault) throw fault;
    const work = given.at(-1) as (tx: Tx) => Promise<unknown>;
    return work(tx).catch((error) => {
      fault ??= error;
      throw error;
    });
  };
  const get = (target: Tx, name: string | symbol) => (name === 'begin' ? begin : Reflect.get(target, name));
  return { ...deps, sql: new Proxy(tx, { get }) as unknown as Sql };
}

/** The unique index that a failed write violated, if that is why it failed. */
export function violatedIndex(error: unknown): string | undefined {
  const { code, constraint_name: index } = error as { code?: string; constraint_name?: string };
  return code === '23505' ? index : undefined;
}

/**
 * Related reads, as of one moment. Each statement is planned for its own values: a plan made once for any filter would
 * walk millions of rows for a rare one.
 */
export async function snapshot<T>(sql: Pick<Reading, 'begin'>, read: (tx: Db) => Promise<T>): Promise<T> {
  return sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (tx) => {
    tx.send(
      tx`SELECT set_config('plan_cache_mode', 'force_custom_plan', true), set_config('random_page_cost', '1.1', true)`,
    );
    return read(tx);
  });
}

/** A transaction of a kind that runs one at a time across all nodes: undefined while another holds the lock. */
export async function oneAtATime<T>(
  sql: Sql,
  kind: 'auditFigures' | 'auditPartitions' | 'auditSeals' | 'sweeps',
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

/** Work on a connection of its own, whose statements are given up only after an hour. */
export async function patiently<T>(sql: Sql, work: (patient: Sql) => Promise<T>): Promise<T> {
  const patient = sql.openPatient();
  try {
    return await work(patient);
  } finally {
    await patient.end({ timeout: 5 });
  }
}

/**
 * Repeats a bounded step until it finds nothing more to do, or the service stops. Each step is a transaction of its own:
 * if a later step fails, the completed ones stay committed.
 */
export async function inBatches(step: () => Promise<boolean>, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted && (await step()));
}
