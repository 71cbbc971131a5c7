import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import type { Domains } from './domain-deps.ts';
import { addDomain, listDomains, removeDomain, updateDomain } from './domains.ts';
import { presentDomain } from './present.ts';
import { verifyDomain } from './verify-domain.ts';

export function mountDomains(kernel: Kernel, domains: Domains): void {
  const own = { ...kernel, deps: { ...kernel.deps, domains } };

  mount(own, contract.listDomains, async (call) => {
    const rows = await listDomains(call);
    return isRefusal(rows) ? rows : ok(200, { domains: rows.map(presentDomain) });
  });

  mount(own, contract.addDomain, async (call) => {
    const row = await addDomain(call, call.body);
    return isRefusal(row) ? row : ok(201, { domain: presentDomain(row) });
  });

  mount(own, contract.updateDomain, async (call) => {
    const row = await updateDomain(call, { ...call.params, ...call.body });
    return isRefusal(row) ? row : ok(200, { domain: presentDomain(row) });
  });

  mount(own, contract.verifyDomain, async (call) => {
    const row = await verifyDomain(call, call.params);
    return isRefusal(row) ? row : ok(200, { domain: presentDomain(row) });
  });

  mount(own, contract.removeDomain, async (call) => {
    const refusal = await removeDomain(call, call.params);
    return refusal ?? ok(200, { message: 'The domain is removed.' });
  });
}
