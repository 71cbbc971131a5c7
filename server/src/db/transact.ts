import type { Deps } from '../deps.ts';
import type { Db } from './sql.ts';

/** One transaction; mail it enqueued leaves as soon as it is committed. Refusals are returned, never thrown. */
export async function transact<T>(
  deps: Pick<Deps, 'sql' | 'mailWorker'>,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const result = await deps.sql.begin((tx) => work(tx));
  deps.mailWorker.wake();
  return result as T;
}

/** The unique index a failed write ran into, if that is why it failed. */
export function violatedIndex(error: unknown): string | undefined {
  const { code, constraint_name: index } = error as { code?: string; constraint_name?: string };
  return code === '23505' ? index : undefined;
}
