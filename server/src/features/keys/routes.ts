import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { presentKey } from '../../identity/memberships/present.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { createKey, getKey, listKeys, presentNewKey, revokeKey, updateKey } from './keys.ts';

export function mountKeys(kernel: Kernel): void {
  mount(kernel, contract.createKey, async (call) => {
    const made = await createKey(call, call.body);
    return isRefusal(made) ? made : ok(201, presentNewKey(made));
  });

  mount(kernel, contract.listKeys, async (call) => {
    const { keys, count, limit } = await listKeys(call);
    return ok(200, { keys: keys.map(presentKey), count, limit });
  });

  mount(kernel, contract.getKey, async (call) => {
    const key = await getKey(call, { keyId: call.params.id });
    return isRefusal(key) ? key : ok(200, presentKey(key));
  });

  mount(kernel, contract.updateKey, async (call) => {
    const key = await updateKey(call, { keyId: call.params.id, ...call.body });
    return isRefusal(key) ? key : ok(200, presentKey(key));
  });

  mount(kernel, contract.revokeKey, async (call) => {
    const refusal = await revokeKey(call, { keyId: call.params.id });
    return refusal ?? ok(200, { message: 'The key is revoked.' });
  });
}
