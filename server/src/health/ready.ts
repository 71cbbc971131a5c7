import type { OpenContext } from '../caller/caller.ts';
import { pendingMigrations } from '../db/migrate.ts';
import type { Sql } from '../db/sql.ts';
import { isWritable } from '../db/writable-store.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { withinLimit } from '../within-limit.ts';

/** Callers give up soon: the answer must come before that, even when the database does not respond. */
const limitMs = 1000;

/** Simultaneous requests share one look: a hanging database gets few. */
const looks = new WeakMap<Sql, Promise<boolean>>();

/** Whether the database can be used. */
export async function ready({ deps }: OpenContext): Promise<undefined | Refusal<'UNAVAILABLE'>> {
  const look = looks.get(deps.sql) ?? lookAt(deps);
  looks.set(deps.sql, look);
  return (await look) ? undefined : refuse('UNAVAILABLE', { retryAfterSeconds: 1 });
}

function lookAt({ sql, log }: Deps): Promise<boolean> {
  const usable = async () => (await isWritable(sql)) && (await pendingMigrations(sql)).length === 0;
  return withinLimit(usable(), limitMs, () => new Error(`no answer within ${limitMs} ms`))
    .catch((error: unknown) => {
      log.warn({ err: error }, "not ready: the database isn't responding");
      return false;
    })
    .finally(() => looks.delete(sql));
}
