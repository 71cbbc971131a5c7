import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { createHook, deleteHook, getHook, listHooks, rotateHookSecret, updateHook } from './hooks.ts';
import { presentHook } from './present.ts';
import { testHook } from './test-hook.ts';

export function mountHooks(kernel: Kernel): void {
  mount(kernel, contract.listHooks, async (call) => {
    const hooks = await listHooks(call);
    return ok(200, { hooks: hooks.map(presentHook) });
  });
  mount(kernel, contract.getHook, async (call) => {
    const hook = await getHook(call, call.params);
    return isRefusal(hook) ? hook : ok(200, { hook: presentHook(hook) });
  });
  mount(kernel, contract.createHook, async (call) => {
    const made = await createHook(call, call.body);
    return isRefusal(made) ? made : ok(201, { hook: presentHook(made.hook), secret: made.secret });
  });
  mount(kernel, contract.updateHook, async (call) => {
    const hook = await updateHook(call, { ...call.params, ...call.body });
    return isRefusal(hook) ? hook : ok(200, { hook: presentHook(hook) });
  });
  mount(kernel, contract.deleteHook, async (call) => {
    const refusal = await deleteHook(call, call.params);
    return refusal ?? ok(200, { message: 'The hook is deleted.' });
  });
  mount(kernel, contract.rotateHookSecret, async (call) => {
    const made = await rotateHookSecret(call, { ...call.params, ...call.body });
    return isRefusal(made) ? made : ok(200, { hook: presentHook(made.hook), secret: made.secret });
  });
  mount(kernel, contract.testHook, async (call) => {
    const test = await testHook(call, call.params);
    return isRefusal(test) ? test : ok(200, { test });
  });
}
