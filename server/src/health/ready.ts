import { pendingMigrations } from '../db/migrate.ts';
import { isWritable } from '../db/writable-store.ts';
import type { Deps } from '../deps.ts';
import { withinLimit } from '../within-limit.ts';

/** Whoever asks gives up soon: an answer must come before that, even when the database gives none. */
const limitMs = 1000;

/** Whether the database can be used. Those who ask at the same time share one look: a hanging database gets few. */
export function readiness({ sql, log }: Pick<Deps, 'sql' | 'log'>): () => Promise<boolean> {
  const look = async () => (await isWritable(sql)) && (await pendingMigrations(sql)).length === 0;
  let looking: Promise<boolean> | undefined;
  return () => {
    looking ??= withinLimit(look(), limitMs, () => new Error(`no answer within ${limitMs} ms`))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'not ready: the database does not answer');
        return false;
      })
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
}
