import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { isoTime } from '../../platform/clock.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { listCheckChanges } from './changes.ts';
import type { Checks } from './check-deps.ts';
import { confirmChecks, listCheckSubscribers } from './confirm.ts';

export function mountChecks(shared: Kernel, checks: Checks): void {
  const kernel = { ...shared, deps: { ...shared.deps, checks } };

  mount(kernel, contract.listCheckChanges, async (call) => {
    const arrivedAt = performance.now();
    const onGone = (leave: () => void) => void call.reply.raw.once('close', leave);
    const answer = await listCheckChanges(call, { ...call.query, arrivedAt, onGone });
    if (isRefusal(answer)) return answer;
    call.request.waitedMs = answer.heldMs;
    return ok(200, answer);
  });

  mount(kernel, contract.listCheckSubscribers, async (call) =>
    ok(200, { subscribers: await listCheckSubscribers(call) }),
  );

  mount(kernel, contract.confirmChecks, async (call) => {
    const { at, ...counts } = await confirmChecks(call);
    return ok(200, { at: isoTime(at), ...counts });
  });
}
