import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { prepareReauthentication, reauthenticate } from './reauthenticate.ts';

export function mountReauthentication(kernel: Kernel): void {
  mount(kernel, contract.reauthenticate, async (call) => {
    const at = await reauthenticate(call, call.body);
    if (isRefusal(at)) return at;
    return ok(200, { message: "Thanks, it's you.", reauthenticatedAt: at.toISOString() });
  });

  mount(kernel, contract.prepareReauthentication, async (call) => {
    const request = await prepareReauthentication(call);
    return isRefusal(request) ? request : ok(200, request);
  });
}
