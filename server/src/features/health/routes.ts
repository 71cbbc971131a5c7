import * as contract from '@latchkey/contract';
import { isLeaving } from '../../http/connections.ts';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { refuse } from '../../platform/refusal.ts';
import { live, ready, resetRateLimits } from './health.ts';

export function mountHealth(kernel: Kernel): void {
  mount(kernel, contract.live, () => ok(200, live()));

  mount(kernel, contract.ready, async (call) => {
    if (isLeaving(kernel.app)) return refuse('UNAVAILABLE', { retryAfterSeconds: 1 });
    const refusal = await ready(call);
    return refusal ?? ok(200, { status: 'ok' });
  });

  mount(kernel, contract.resetRateLimits, async (call) => {
    const refusal = await resetRateLimits(call);
    return refusal ?? ok(200, { success: true });
  });
}
