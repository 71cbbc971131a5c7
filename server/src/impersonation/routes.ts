import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../http/route.ts';
import { isRefusal } from '../refusal.ts';
import { exitImpersonation } from './exit.ts';
import { impersonate } from './start.ts';

export function mountImpersonation(kernel: Kernel): void {
  const { deps } = kernel;

  mount(kernel, contract.impersonate, async ({ caller, body, origin }) => {
    const user = await impersonate(deps, caller, body.userId, origin);
    return isRefusal(user) ? user : ok(200, { success: true, user });
  });

  mount(kernel, contract.exitImpersonation, async ({ caller, origin }) => {
    const refused = await exitImpersonation(deps, caller, origin);
    return refused ?? ok(200, { success: true });
  });
}
