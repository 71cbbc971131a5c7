import { policyRoutes } from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { getPolicy, type Owner, previewPolicy, type ShownPolicy, updatePolicy } from './policies.ts';

/** Both as the types of an organization's: its preview says more. */
const routesOf = (owner: Owner) => policyRoutes[owner] as typeof policyRoutes.organization;

export function mountPolicies(kernel: Kernel): void {
  for (const owner of ['system', 'organization'] as const) mountOf(kernel, owner);
}

function mountOf(kernel: Kernel, owner: Owner): void {
  const { get, update, preview } = routesOf(owner);

  mount(kernel, get, async (call) => {
    const shown = await getPolicy(call, owner);
    return isRefusal(shown) ? shown : ok(200, presentPolicy(shown));
  });

  mount(kernel, update, async (call) => {
    const shown = await updatePolicy(call, owner, call.body);
    return isRefusal(shown) ? shown : ok(200, presentPolicy(shown));
  });

  mount(kernel, preview, async (call) => {
    const seen = await previewPolicy(call, owner, call.body);
    if (isRefusal(seen)) return seen;
    // The service's may affect everyone: only their number is told.
    if (owner === 'system') delete (seen as Partial<typeof seen>).members;
    return ok(200, seen);
  });
}

function presentPolicy({ updatedAt, ...shown }: ShownPolicy) {
  return { ...shown, updatedAt: updatedAt?.toISOString() ?? null };
}
