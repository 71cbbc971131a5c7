import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { live, ready, resetRateLimits } from './health.ts';

export function mountHealth(kernel: Kernel): void {
  mount(kernel, contract.live, () => ok(200, live()));

  mount(kernel, contract.ready, async (call) => {
    const refusal = await ready(call);
    return refusal ?? ok(200, { status: 'ok' });
  });

  mount(kernel, contract.resetRateLimits, async (call) => {
    const refusal = await resetRateLimits(call);
    return refusal ?? ok(200, { success: true });
  });
}
