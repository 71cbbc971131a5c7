import type { OpenContext } from '../../identity/caller/caller.ts';
import type { Deps } from '../../identity/deps.ts';
import { pendingMigrations } from '../../platform/db/migrate.ts';
import { isWritable } from '../../platform/db/server-store.ts';
import { withinLimit } from '../../platform/recent.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';

/** Any response shows that the service is running. */
export function live(): { status: 'ok' } {
  return { status: 'ok' };
}

/** Shorter than a caller's timeout, so it gets an answer even when the database doesn't respond. */
const limitMs = 1000;

/** Whether this node takes requests: it isn't about to stop, and its database can be used. */
export async function ready({ deps }: OpenContext): Promise<undefined | Refusal<'UNAVAILABLE'>> {
  if (deps.inProcess.isDraining) return refuse('UNAVAILABLE', { retryAfterSeconds: 1 });
  deps.inProcess.readyCheck ??= checkDatabase(deps);
  return (await deps.inProcess.readyCheck) ? undefined : refuse('UNAVAILABLE', { retryAfterSeconds: 1 });
}

function checkDatabase({ sql, log, inProcess }: Deps): Promise<boolean> {
  const usable = async () => (await isWritable(sql)) && (await pendingMigrations(sql)).length === 0;
  return withinLimit(usable(), limitMs, () => new Error(`no answer within ${limitMs} ms`))
    .catch((error: unknown) => {
      log.warn({ err: error }, "not ready: the database isn't responding");
      return false;
    })
    .finally(() => {
      inProcess.readyCheck = undefined;
    });
}

export async function resetRateLimits({ deps }: OpenContext): Promise<undefined | Refusal<'NOT_FOUND'>> {
  if (deps.config.production) return refuse('NOT_FOUND');
  await deps.limiter.clear();
  return undefined;
}
