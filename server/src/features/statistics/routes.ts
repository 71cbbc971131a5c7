import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { getStatistics } from './statistics.ts';

export function mountStatistics(kernel: Kernel): void {
  mount(kernel, contract.getStatistics, async (call) => {
    const found = await getStatistics(call, call.query);
    return isRefusal(found) ? found : ok(200, found);
  });
}
