import type { OpenContext } from '../../identity/caller/caller.ts';
import type { Deps } from '../../identity/deps.ts';
import { pendingMigrations } from '../../platform/db/migrate.ts';
import { isWritable } from '../../platform/db/server-store.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { withinLimit } from '../../platform/recent.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';

/** Any response shows that the service is running. */
export function live(): { status: 'ok' } {
  return { status: 'ok' };
}

/** Callers give up soon: the answer must come before that, even when the database does not respond. */
const limitMs = 1000;

/** Concurrent requests share one check, so a hanging database gets few. */
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

export async function resetRateLimits({ deps }: OpenContext): Promise<undefined | Refusal<'NOT_FOUND'>> {
  if (deps.config.production) return refuse('NOT_FOUND');
  await deps.limiter.clear();
  return undefined;
}
