import * as contract from '@latchkey/contract';
import { pendingMigrations } from '../db/migrate.ts';
import { type Kernel, mount, ok } from '../http/route.ts';
import { refuse } from '../refusal.ts';

export function mountHealth(kernel: Kernel): void {
  const { deps } = kernel;

  mount(kernel, contract.live, () => ok(200, { status: 'ok' }));

  mount(kernel, contract.ready, async () => {
    const pending = await pendingMigrations(deps.sql).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'not ready: the database does not answer');
      return undefined;
    });
    return pending?.length === 0
      ? ok(200, { status: 'ok' })
      : refuse('UNAVAILABLE', { retryAfterSeconds: 1 });
  });

  mount(kernel, contract.resetRateLimits, async () => {
    if (deps.config.production) return refuse('NOT_FOUND');
    await deps.limiter.clear();
    return ok(200, { success: true });
  });
}
