import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../http/route.ts';
import { refuse } from '../refusal.ts';
import { readiness } from './ready.ts';

export function mountHealth(kernel: Kernel): void {
  const { deps } = kernel;

  mount(kernel, contract.live, () => ok(200, { status: 'ok' }));

  const isReady = readiness(deps);
  mount(kernel, contract.ready, async () =>
    (await isReady()) ? ok(200, { status: 'ok' }) : refuse('UNAVAILABLE', { retryAfterSeconds: 1 }),
  );

  mount(kernel, contract.resetRateLimits, async () => {
    if (deps.config.production) return refuse('NOT_FOUND');
    await deps.limiter.clear();
    return ok(200, { success: true });
  });
}
