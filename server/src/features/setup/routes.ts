import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { presentUser } from '../../records/present-user.ts';
import { createFirstAdmin, getSetup } from './setup.ts';

export function mountSetup(kernel: Kernel): void {
  mount(kernel, contract.getSetup, async (call) => ok(200, await getSetup(call)));

  mount(kernel, contract.createFirstAdmin, async (call) => {
    const admin = await createFirstAdmin(call, call.body);
    if (isRefusal(admin)) return admin;
    const message = 'Your account is ready. Sign in, and set up two-factor authentication.';
    return ok(201, { message, user: presentUser(admin, { forAdmin: false, rules: call.deps.config }) });
  });
}
