import type { Sql, Tx } from './sql.ts';

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

/** The unique index that a failed write violated, if that is why it failed. */
export function violatedIndex(error: unknown): string | undefined {
  const { code, constraint_name: index } = error as { code?: string; constraint_name?: string };
  return code === '23505' ? index : undefined;
}
