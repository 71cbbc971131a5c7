import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { presentScimError, presentScimToken } from './present.ts';
import { listScimErrors } from './scim-errors.ts';
import { createScimToken, listScimTokens, revokeScimToken } from './scim-tokens.ts';

export function mountDirectories(kernel: Kernel): void {
  mount(kernel, contract.listScimTokens, async (call) => {
    const rows = await listScimTokens(call);
    return isRefusal(rows) ? rows : ok(200, { tokens: rows.map(presentScimToken) });
  });

  mount(kernel, contract.createScimToken, async (call) => {
    const created = await createScimToken(call, call.body);
    if (isRefusal(created)) return created;
    return ok(201, { token: presentScimToken(created.row), secret: created.secret });
  });

  mount(kernel, contract.revokeScimToken, async (call) => {
    const refusal = await revokeScimToken(call, call.params);
    return refusal ?? ok(200, { message: 'The token is revoked.' });
  });

  mount(kernel, contract.listScimErrors, async (call) => {
    const rows = await listScimErrors(call);
    return isRefusal(rows) ? rows : ok(200, { errors: rows.map(presentScimError) });
  });
}
