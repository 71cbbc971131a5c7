import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import type { Oidc, OidcDeps } from '../oidc/oidc-deps.ts';
import { callMcp, getMcpResource } from './call-mcp.ts';

export function mountMcp(kernel: Kernel, oidc: Oidc): void {
  const own: Kernel<OidcDeps> = { ...kernel, deps: { ...kernel.deps, oidc } };
  mount(own, contract.getMcpResource, (call) => {
    call.reply.header('Cache-Control', 'public, max-age=600');
    return ok(200, getMcpResource(call));
  });

  mount(own, contract.callMcp, async (call) => {
    const { request, body: message } = call;
    const answer = await callMcp(call, {
      message,
      headers: request.headers,
      get: (visitor, url) => kernel.visits.get(visitor, url, request),
    });
    if (isRefusal(answer)) return answer;
    return answer.status === 202 ? ok(202, {}) : ok(answer.status, answer.body);
  });
}
