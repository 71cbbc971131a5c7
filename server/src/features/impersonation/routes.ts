import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { exitImpersonation, impersonate } from './impersonation.ts';

export function mountImpersonation(kernel: Kernel): void {
  mount(kernel, contract.impersonate, async (call) => {
    const user = await impersonate(call, call.body);
    return isRefusal(user) ? user : ok(200, { success: true, user });
  });

  mount(kernel, contract.exitImpersonation, async (call) => {
    const refused = await exitImpersonation(call);
    return refused ?? ok(200, { success: true });
  });
}
